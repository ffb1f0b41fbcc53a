// Points under the hand: drag, add, remove, by mouse, pen, finger or keys. Joined to live.js by live.py.
// The state is the synced trait `points` {xy: [[x, y], …], labels: […]}; `pointer` says which panel they lie in
// and how each label looks. The kernel draws them as marks; here only the ring around the selected one, and
// all of them while the kernel's picture is out of date because of an error.

const REACH = 14; // CSS pixels around a point that still count as on it
const STEP = 0.01, LEAP = 0.05; // an arrow key moves by this share of the axes, with Shift by the larger one

function editPoints({ model, canvas, help, repaint }) {
  const spec = model.get("pointer");
  let selected = -1, grip = null; // grip: from the pointer to the point that it holds, in pixels
  const panel = () => model.get("axes").panels[spec.panel];
  const state = () => structuredClone(model.get("points"));

  const send = (points) => {
    model.set("points", points);
    model.save_changes();
    tell();
    repaint();
  };
  const tell = () => {
    const { xy, labels } = model.get("points");
    if (selected >= xy.length) selected = -1;
    const [x, y] = xy[selected] ?? [];
    help.textContent = selected < 0 ? spec.help
      : `Point ${selected + 1} of ${xy.length}, ${spec.names[labels[selected]]}, at (${x.toFixed(2)}, ${y.toFixed(2)}). ` +
        (spec.editable ? "Arrows move it, Insert adds one beside it, Delete removes it." : "Arrows move it.");
  };

  // Pixels of the event on the figure, then data coordinates, kept inside the axes.
  const place = (event) => {
    const zoom = model.get("axes").size[0] / canvas.clientWidth;
    return [event.offsetX * zoom, event.offsetY * zoom];
  };
  const inside = ([px, py]) => {
    const [left, top, width, height] = panel().box;
    return px >= left && px <= left + width && py >= top && py <= top + height;
  };
  const keep = ([x, y]) => {
    const { xlim, ylim } = panel();
    return [Math.min(Math.max(x, xlim[0]), xlim[1]), Math.min(Math.max(y, ylim[0]), ylim[1])];
  };
  const toData = ([px, py]) => {
    const { box: [left, top, width, height], xlim, ylim } = panel();
    return keep([xlim[0] + ((px - left) / width) * (xlim[1] - xlim[0]),
                 ylim[1] - ((py - top) / height) * (ylim[1] - ylim[0])]);
  };
  const nearest = ([px, py]) => {
    const to = scales(panel());
    let best = -1, distance = REACH;
    model.get("points").xy.forEach(([x, y], k) => {
      const d = Math.hypot(to.x(x) - px, to.y(y) - py);
      if (d < distance) [best, distance] = [k, d];
    });
    return best;
  };

  const add = (xy, label) => {
    const points = state();
    points.xy.push(keep(xy));
    points.labels.push(label);
    selected = points.xy.length - 1;
    send(points);
  };
  const remove = (k) => {
    const points = state();
    points.xy.splice(k, 1);
    points.labels.splice(k, 1);
    selected = Math.min(k, points.xy.length - 1);
    send(points);
  };
  const move = (k, xy) => {
    const points = state();
    points.xy[k] = keep(xy);
    send(points);
  };
  const other = (label) => spec.labels.find((l) => l !== label) ?? label;

  canvas.addEventListener("pointerdown", (event) => {
    const [px, py] = place(event), to = scales(panel());
    selected = nearest([px, py]);
    if (selected >= 0) {
      const [x, y] = model.get("points").xy[selected];
      grip = [to.x(x) - px, to.y(y) - py];
      canvas.setPointerCapture(event.pointerId);
    }
    tell();
    repaint();
  });
  canvas.addEventListener("pointermove", (event) => {
    const [px, py] = place(event);
    if (grip) move(selected, toData([px + grip[0], py + grip[1]]));
    else canvas.style.cursor = nearest(place(event)) >= 0 ? "grab" : "default";
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (grip = null));
  canvas.addEventListener("dblclick", (event) => {
    const at = place(event), hit = nearest(at);
    if (!spec.editable || !inside(at)) return;
    if (hit >= 0) remove(hit);
    else add(toData(at), spec.labels[event.shiftKey ? 0 : spec.labels.length - 1]);
  });

  canvas.addEventListener("keydown", (event) => {
    const { xy, labels } = model.get("points"), { xlim, ylim } = panel();
    const share = event.shiftKey ? LEAP : STEP;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key === "Tab") { // from point to point, and at the last one on to the next control
      const next = selected + (event.shiftKey ? -1 : 1);
      if (next < 0 || next >= xy.length) return;
      selected = next;
      tell();
      repaint();
    } else if (selected < 0) return;
    else if (event.key in arrows) {
      const [dx, dy] = arrows[event.key], [x, y] = xy[selected];
      move(selected, [x + dx * share * (xlim[1] - xlim[0]), y + dy * share * (ylim[1] - ylim[0])]);
    } else if (event.key === "Insert" && spec.editable) {
      const [x, y] = xy[selected], label = labels[selected];
      add([x + 3 * STEP * (xlim[1] - xlim[0]), y], event.shiftKey ? other(label) : label);
    } else if ((event.key === "Delete" || event.key === "Backspace") && spec.editable) remove(selected);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener("blur", () => { selected = -1; tell(); repaint(); });

  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.style.touchAction = "none";
  model.on("change:points", tell);
  tell();

  // Called after the marks are painted, in the figure's CSS pixels.
  return (ctx) => {
    const { xy, labels } = model.get("points"), to = scales(panel());
    const late = Boolean(model.get("error"));
    const shown = (late ? [...xy.keys()] : []).filter((k) => k !== selected);
    if (selected >= 0 && selected < xy.length) shown.push(selected); // on top of the others
    for (const k of shown) {
      const [x, y] = xy[k];
      const { color, marker } = spec.looks[labels[k]], r = 5;
      ctx.fillStyle = color;
      ctx.beginPath();
      trace(ctx, marker, to.x(x), to.y(y), r);
      if (late) ctx.fill();
      if (k !== selected) continue;
      ctx.beginPath();
      ctx.arc(to.x(x), to.y(y), 10, 0, 2 * Math.PI);
      ctx.setLineDash([4, 3]);
      ctx.lineWidth = 1.8;
      ctx.strokeStyle = "black";
      ctx.stroke();
      ctx.setLineDash([]);
    }
  };
}
