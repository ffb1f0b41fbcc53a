// Points under the hand: drag, add, remove, by mouse, pen, finger or keys. Joined to live.js by live.py.
// The state is the synced trait `points`, per group {xy: [[x, y], …], labels: […]}; `pointers` says, per group, in
// which panel they lie, what binds them and how each label looks (pointer.py). The kernel draws them as marks; here
// only the ring around the selected one, and all of them while the kernel's picture is out of date because of an error.

const REACH = 14; // CSS pixels around a point that still count as on it
const STEP = 0.01, LEAP = 0.05; // an arrow key moves by this share of the axes, with Shift by the larger one
const TWICE = 400, PAUSE = 900; // milliseconds between two taps, and between the digits of a number, at most
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }; // in pixels
const SYMBOLS = { o: "●", s: "■", "^": "▲", D: "◆", x: "×", "+": "+" };

const clamp = (v, low, high) => Math.min(Math.max(v, low), high);
const clampTo = ([left, top, width, height], [px, py]) =>
  [clamp(px, left, left + width), clamp(py, top, top + height)];

// The place on a polyline of pixels that is nearest to p.
function nearestOn(line, [px, py]) {
  let best = line[0], least = Infinity;
  for (let k = 1; k < line.length; k += 1) {
    const [[ax, ay], [bx, by]] = [line[k - 1], line[k]], dx = bx - ax, dy = by - ay;
    const share = clamp(((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1), 0, 1);
    const place = [ax + share * dx, ay + share * dy], d = Math.hypot(px - place[0], py - place[1]);
    if (d < least) [best, least] = [place, d];
  }
  return best;
}

// Handles of ellipses in threes: the centre takes the ends along; an end turns the other one with it.
function moveHandle(xy, k, [x, y]) {
  const first = k - (k % 3), [cx, cy] = xy[first];
  if (k === first) {
    for (const i of [first + 1, first + 2]) xy[i] = [xy[i][0] + x - cx, xy[i][1] + y - cy];
  } else {
    const other = k === first + 1 ? k + 1 : k - 1, [ux, uy] = [x - cx, y - cy], length = Math.hypot(ux, uy);
    if (!length) return;
    const [ox, oy] = [xy[other][0] - cx, xy[other][1] - cy];
    const turn = Math.sign((xy[k][0] - cx) * oy - (xy[k][1] - cy) * ox || 1) * Math.hypot(ox, oy) / length;
    xy[other] = [cx - turn * uy, cy + turn * ux];
  }
  xy[k] = [x, y];
}

function editPoints({ model, canvas, help, shown, repaint }) {
  const specs = model.get("pointers"), fresh = specs.map(({ labels }) => labels.at(-1)); // the class of new points
  let selected = null, grip = null; // {g, k}: group and number in it; {id, dx, dy}: from the pointer to the point
  let lastTap = null, typed = { number: "", time: 0 };
  const panel = (g) => model.get("axes").panels[specs[g].panel];
  const every = () => model.get("points").flatMap(({ xy }, g) => xy.map((_, k) => ({ g, k })));
  const rank = () => every().findIndex(({ g, k }) => g === selected?.g && k === selected?.k);
  const pixel = ({ g, k }) => {
    const to = scales(panel(g)), [x, y] = model.get("points")[g].xy[k];
    return [to.x(x), to.y(y)];
  };

  // -- words --
  const [classes, words] = ["div", "div"].map((tag) => help.appendChild(document.createElement(tag)));
  classes.className = "mlcore-classes";
  classes.addEventListener("mousedown", (event) => event.preventDefault()); // the selected point stays selected
  const group = specs.findIndex(({ editable, labels }) => editable && labels.length > 1); // whose classes are offered
  const buttons = (specs[group]?.labels ?? []).map((label) => {
    const button = classes.appendChild(document.createElement("button"));
    button.textContent = `${SYMBOLS[specs[group].looks[label].marker]} ${specs[group].names[label]}`;
    button.addEventListener("click", () => { fresh[group] = label; tell(); });
    return button;
  });
  if (group >= 0) classes.prepend("New points:");
  const tell = () => {
    const points = model.get("points");
    if (selected && !(selected.k < points[selected.g].xy.length)) selected = grip = null;
    buttons.forEach((button, i) => (button.ariaPressed = String(specs[group].labels[i] === fresh[group])));
    if (!selected) {
      words.textContent = specs[0].help;
      return;
    }
    const { g, k } = selected, spec = specs[g], [x, y] = points[g].xy[k], name = spec.names[points[g].labels[k]];
    const { xlim, ylim, logx, logy } = panel(g);
    const short = (v, [low, high], log) => (!log && Math.abs(v) < 1e-5 * (high - low) ? 0 : Number(v.toPrecision(3)));
    // what rounding leaves of 0 is 0
    const place = `(${short(x, xlim, logx)}, ${short(y, ylim, logy)})`.replaceAll("-", "−");
    const what = spec.editable ? ", Insert or N adds one beside it, Delete removes it" : "";
    const turn = spec.editable && spec.labels.length > 1 ? ", C changes its class" : "";
    const leap = navigator.platform.startsWith("Mac") ? "Option" : "Ctrl"; // with Ctrl, macOS changes its desktop
    words.textContent =
      `Point ${rank() + 1} of ${every().length}, ${name}, at ${place}. ` +
      `Arrows move it (with Shift further)${what}${turn}. ${leap}+arrows go to a neighbour, Escape leaves.`;
  };
  const select = (place) => { selected = place; tell(); repaint(); };

  // -- changes, all through `change` --
  const change = (edit) => {
    const points = structuredClone(model.get("points"));
    edit(points);
    model.set("points", points);
    model.save_changes();
    tell();
    repaint();
  };
  // Where a point goes that is wanted at this pixel: into its axes, and onto what binds it. from: where it was.
  const bound = (g, wanted, from) => {
    const { along } = specs[g], to = scales(panel(g)), at = clampTo(panel(g).box, wanted);
    if (Array.isArray(along)) return unscale(panel(g), nearestOn(along.map(([x, y]) => [to.x(x), to.y(y)]), at));
    const [x, y] = unscale(panel(g), at);
    if (!from) return [x, y];
    // a coordinate that is not meant to change keeps its last digit
    return [along === "y" || wanted[0] === to.x(from[0]) ? from[0] : x,
            along === "x" || wanted[1] === to.y(from[1]) ? from[1] : y];
  };
  const move = ({ g, k }, wanted) => change((points) => {
    const { xy } = points[g], goal = bound(g, wanted, xy[k]);
    if (specs[g].kind === "ellipse") moveHandle(xy, k, goal);
    else xy[k] = goal;
  });
  const add = (g, wanted, label) => {
    selected = { g, k: model.get("points")[g].xy.length };
    change((points) => {
      points[g].xy.push(bound(g, wanted));
      points[g].labels.push(label);
    });
  };
  const remove = ({ g, k }) => {
    const left = model.get("points")[g].xy.length - 1;
    grip = null;
    selected = left ? { g, k: Math.min(k, left - 1) } : null;
    change((points) => {
      points[g].xy.splice(k, 1);
      points[g].labels.splice(k, 1);
    });
  };
  const recolour = ({ g, k }) => change((points) => {
    const { labels } = specs[g];
    points[g].labels[k] = labels[(labels.indexOf(points[g].labels[k]) + 1) % labels.length];
  });

  // -- by mouse, pen or finger --
  const place = (event) => {
    const { left, top, width } = placeOf(canvas, shown.zoom), share = model.get("axes").size[0] / width;
    return [(event.clientX - left) * share, (event.clientY - top) * share];
  };
  const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const nearest = (at) => {
    let best = null, least = REACH;
    for (const one of every()) {
      const d = distance(pixel(one), at);
      if (d < least) [best, least] = [one, d];
    }
    return best;
  };
  const twice = (at) => { // a new point where there is none, else away with it
    const hit = nearest(at);
    if (hit) {
      if (specs[hit.g].editable) remove(hit);
      return;
    }
    const open = specs.flatMap(({ editable }, g) => (editable && isWithin(panel(g).box, ...at) ? [g] : []));
    const g = open.includes(selected?.g) ? selected.g : open[0];
    if (g !== undefined) add(g, at, fresh[g]);
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.ctrlKey || !event.isPrimary) return;
    const at = place(event), again = lastTap && event.timeStamp - lastTap.time < TWICE && distance(at, lastTap.at) < 8;
    lastTap = again ? null : { at, time: event.timeStamp };
    if (again) return twice(at);
    const hit = nearest(at);
    if (hit) {
      const [px, py] = pixel(hit);
      grip = { id: event.pointerId, dx: px - at[0], dy: py - at[1] };
      canvas.setPointerCapture(event.pointerId);
    }
    select(hit);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [px, py] = place(event);
    if (!grip) canvas.style.cursor = nearest([px, py]) ? "grab" : "default";
    else if (event.pointerId !== grip.id) return;
    else if (!(event.buttons & 1)) grip = null; // its pointerup was lost, say in another window
    else {
      if (lastTap && distance([px, py], lastTap.at) > 3) lastTap = null;
      move(selected, [px + grip.dx, py + grip.dy]);
    }
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    canvas.addEventListener(end, (event) => { if (event.pointerId === grip?.id) grip = null; });
  // A finger on a point drags it; beside the points it scrolls the page as usual.
  for (const touch of ["touchstart", "touchmove"])
    canvas.addEventListener(touch, (event) => { if (grip && event.cancelable) event.preventDefault(); }, { passive: false });

  // -- by keys --
  const neighbour = ([ux, uy]) => { // the nearest point in this direction
    const from = selected && pixel(selected);
    let best = selected ?? every()[0] ?? null, least = Infinity;
    for (const one of from ? every() : []) {
      const [x, y] = pixel(one), along = (x - from[0]) * ux + (y - from[1]) * uy;
      const score = along + 2 * Math.abs((x - from[0]) * uy - (y - from[1]) * ux);
      if (along > 0.5 && score < least) [best, least] = [one, score];
    }
    return best;
  };
  const insert = () => {
    const g = selected?.g ?? specs.findIndex(({ editable }) => editable);
    if (g < 0 || !specs[g].editable) return;
    const [left, top, width, height] = panel(g).box;
    if (!selected) return add(g, [left + width / 2, top + height / 2], fresh[g]);
    const [px, py] = pixel(selected);
    add(g, [px + 3 * STEP * width, py], model.get("points")[g].labels[selected.k]);
  };
  const byNumber = (digit, time) => {
    const all = every(), longer = time - typed.time < PAUSE ? typed.number + digit : digit;
    typed = { number: Number(longer) > all.length ? digit : longer, time };
    if (all[typed.number - 1]) select(all[typed.number - 1]);
  };
  canvas.addEventListener("keydown", (event) => {
    const { key } = event, arrow = ARROWS[key], all = every(), jump = event.ctrlKey || event.altKey;
    if (event.metaKey || (jump && !arrow)) return;
    if (key === "Tab") { // from point to point, and at the last one on to the next control
      const next = all[rank() + (event.shiftKey ? -1 : 1)];
      if (!next || (event.shiftKey && !selected)) return;
      select(next);
    } else if (key === "Escape") {
      canvas.blur();
      canvas.parentElement.closest("[tabindex]")?.focus();
    } else if (/^[0-9]$/.test(key)) byNumber(key, event.timeStamp);
    else if (key === "Insert" || key === "n" || key === "N") insert();
    else if (arrow && jump) select(neighbour(arrow));
    else if (!selected || grip && arrow) return;
    else if (arrow) {
      const [px, py] = pixel(selected), [, , width, height] = panel(selected.g).box, share = event.shiftKey ? LEAP : STEP;
      move(selected, [px + arrow[0] * share * width, py + arrow[1] * share * height]);
    } else if (!specs[selected.g].editable) return;
    else if (key === "Delete" || key === "Backspace") remove(selected);
    else if (key === "c" || key === "C") recolour(selected);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener("blur", () => select(null));

  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  words.ariaLive = "polite";
  model.on("change:points", tell);
  tell();

  // Called after the marks are painted, in the figure's CSS pixels.
  return (ctx) => {
    const points = model.get("points"), late = Boolean(model.get("error"));
    for (const { g, k } of late ? every() : []) {
      const { color, marker } = specs[g].looks[points[g].labels[k]], [px, py] = pixel({ g, k });
      ctx.fillStyle = ctx.strokeStyle = color;
      ctx.beginPath();
      trace(ctx, marker, px, py, 5);
      ctx[marker === "x" || marker === "+" ? "stroke" : "fill"]();
    }
    if (!selected || !(selected.k < points[selected.g].xy.length)) return;
    const [px, py] = pixel(selected);
    ctx.beginPath();
    ctx.arc(px, py, 10, 0, 2 * Math.PI);
    ctx.setLineDash([4, 3]);
    ctx.lineWidth = 1.8;
    ctx.strokeStyle = "black";
    ctx.stroke();
    ctx.setLineDash([]);
  };
}
