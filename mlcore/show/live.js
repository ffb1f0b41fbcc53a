// The browser's half of a live figure: draws marks on a canvas, over white and under the axes.
// The kernel sends `frame` (marks as in pack.py), `axes` (a transparent PNG and the panels'
// geometry), `description` and `error`; it gets back `ratio`, the screen's pixels per CSS pixel.

// Markers as polylines in a square of half-side 1; those that do not close are strokes.
const outlines = {
  "^": [[0, -1, -1, 1, 1, 1, 0, -1]],
  D: [[0, -1, 1, 0, 0, 1, -1, 0, 0, -1]],
  s: [[-1, -1, 1, -1, 1, 1, -1, 1, -1, -1]],
  x: [[-1, -1, 1, 1], [-1, 1, 1, -1]],
  "+": [[-1, 0, 1, 0], [0, -1, 0, 1]],
};

function trace(path, marker, x, y, r) {
  if (marker === "o") return path.arc(x, y, r, 0, 2 * Math.PI);
  for (const line of outlines[marker])
    polyline(path, line, { x: (v) => x + r * v, y: (v) => y + r * v }, line.length > 4);
}

// Data to CSS pixels of the figure, as functions of one coordinate.
function scales({ box, xlim, ylim, logx, logy }) {
  const [left, top, width, height] = box;
  const part = (v, [a, b], log) => (log ? Math.log(v / a) / Math.log(b / a) : (v - a) / (b - a));
  return { x: (v) => left + width * part(v, xlim, logx), y: (v) => top + height * (1 - part(v, ylim, logy)) };
}

// And back.
function unscale({ box, xlim, ylim, logx, logy }, [px, py]) {
  const [left, top, width, height] = box;
  const value = (part, [a, b], log) => (log ? a * (b / a) ** part : a + part * (b - a));
  return [value((px - left) / width, xlim, logx), value(1 - (py - top) / height, ylim, logy)];
}

// A pixel may miss the edge that it stands for by this: float32 is not exact.
const isWithin = ([left, top, width, height], px, py) =>
  px > left - 0.5 && px < left + width + 0.5 && py > top - 0.5 && py < top + height + 0.5;

function polyline(path, v, { x, y }, close) {
  for (let k = 0; k < v.length; k += 2) path[k ? "lineTo" : "moveTo"](x(v[k]), y(v[k + 1]));
  if (close) path.closePath();
}

// Opaque lines in one go; see-through ones each on its own: they add up where they cross, as matplotlib's do.
function strokeAll(ctx, mark, lines, to) {
  let path = new Path2D();
  for (const line of lines) {
    polyline(path, line, to, false);
    if (mark.alpha >= 1) continue;
    ctx.stroke(path);
    path = new Path2D();
  }
  ctx.stroke(path);
}

const draw = {
  Fill(ctx, mark, arrays, to) {
    const path = new Path2D();
    for (const ring of arrays) polyline(path, ring, to, true);
    ctx.fill(path);
  },
  Lines(ctx, mark, arrays, to) {
    ctx.lineJoin = "round";
    strokeAll(ctx, mark, arrays, to);
  },
  Segments(ctx, mark, [ends], to) {
    strokeAll(ctx, mark, Array.from({ length: ends.length / 4 }, (_, k) => ends.subarray(4 * k, 4 * k + 4)), to);
  },
  Points(ctx, mark, [xy], to, box) { // whole or not at all: none is cut by the edge
    ctx.lineWidth = mark.edge_width;
    if (mark.edge) ctx.strokeStyle = mark.edge;
    const r = (mark.size / 2) * (mark.marker === "D" ? Math.SQRT2 : 1); // matplotlib's diamond is a turned square
    const open = mark.marker === "x" || mark.marker === "+";
    for (let k = 0; k < xy.length; k += 2) {
      const px = to.x(xy[k]), py = to.y(xy[k + 1]);
      if (!isWithin(box, px, py)) continue;
      ctx.beginPath();
      trace(ctx, mark.marker, px, py, r);
      if (!open) ctx.fill();
      if (open || mark.edge) ctx.stroke();
    }
  },
  Bars(ctx, mark, [boxes], { x, y }) {
    for (let k = 0; k < boxes.length; k += 4) {
      const [a, b, c, d] = [x(boxes[k]), y(boxes[k + 1]), x(boxes[k + 2]), y(boxes[k + 3])];
      ctx.fillRect(Math.min(a, c), Math.min(b, d), Math.abs(c - a), Math.abs(d - b));
    }
  },
  Image(ctx, mark, [rgba], { x, y }) {
    const [x0, y0, x1, y1] = mark.extent, columns = rgba.length / 4 / mark.rows;
    const grid = new OffscreenCanvas(columns, mark.rows);
    grid.getContext("2d").putImageData(new ImageData(Uint8ClampedArray.from(rgba), columns), 0, 0);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(grid, x(x0), y(y1), x(x1) - x(x0), y(y0) - y(y1));
  },
  Text(ctx, mark, [xy], to, box) { // beside their point; at an edge shifted so that they can be read to the end
    const [left, top, across, height] = box, half = 0.62 * mark.size;
    ctx.font = `${mark.size}px "DejaVu Sans", Verdana, sans-serif`;
    ctx.textBaseline = "middle";
    mark.words.forEach((word, k) => {
      const width = ctx.measureText(word).width, shift = { left: 0, center: 0.5, right: 1 }[mark.align];
      const px = to.x(xy[2 * k]), py = to.y(xy[2 * k + 1]);
      let [x, y] = [px - shift * width, py];
      if (isWithin(box, px, py)) {
        x = Math.max(left + 2, Math.min(x, left + across - width - 2));
        y = Math.max(top + half, Math.min(y, top + height - half));
      }
      ctx.fillStyle = "rgba(255,255,255,0.75)";
      ctx.fillRect(x - 2, y - half, width + 4, 2 * half);
      ctx.fillStyle = mark.color;
      ctx.fillText(word, x, y);
    });
  },
};

function paint(canvas, { marks, data }, { panels, size }, overlay) {
  const ctx = canvas.getContext("2d"), zoom = canvas.width / size[0];
  const floats = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
  const to = panels.map(scales);
  ctx.setTransform(zoom, 0, 0, zoom, 0, 0);
  ctx.fillStyle = "white";
  ctx.fillRect(0, 0, ...size);
  for (const mark of marks) {
    let at = mark.at;
    const arrays = mark.counts.map((n) => floats.subarray(at, (at += n)));
    ctx.save();
    const { box } = panels[mark.panel];
    if (mark.kind !== "Points") {
      ctx.beginPath();
      ctx.rect(...box);
      ctx.clip();
    }
    ctx.globalAlpha = mark.alpha;
    ctx.fillStyle = ctx.strokeStyle = mark.color;
    ctx.lineWidth = mark.width ?? 1;
    ctx.setLineDash(mark.dash ?? []);
    draw[mark.kind](ctx, mark, arrays, to[mark.panel], box);
    ctx.restore();
  }
  if (overlay) ctx.drawImage(overlay, 0, 0, ...size);
  return ctx;
}

// ipywidgets gives sliders and Play buttons no accessible name: take the label that stands beside them.
function nameControls(root) {
  for (const box of root.querySelectorAll(".widget-inline-hbox")) {
    const label = box.querySelector(".widget-label")?.textContent;
    for (const handle of box.querySelectorAll("[role=slider], .widget-readout"))
      if (label && !handle.ariaLabel) handle.ariaLabel = label;
  }
  for (const readout of root.querySelectorAll(".mlcore-list .widget-readout")) readout.contentEditable = "false";
  for (const button of root.querySelectorAll(".widget-play button")) {
    const icon = button.querySelector("[class*=fa-]")?.className.match(/fa-(play|pause|stop|repeat)/)?.[1];
    if (icon && button.ariaLabel !== icon) button.ariaLabel = icon;
  }
}

// A number typed into a slider's readout is taken when it is left, too, and may have a decimal comma: ipywidgets waits for
// Enter and reads 0,25 as 0. The readout of a list has nobody who would take what is typed.
function takeTypedNumbers(root, signal) {
  const isReadout = ({ target }) => target.classList?.contains("widget-readout");
  root.addEventListener("keydown", (event) => {
    if (isReadout(event) && event.key === "Enter") event.target.textContent = event.target.textContent.replace(",", ".");
  }, { capture: true, signal });
  root.addEventListener("focusout", (event) => {
    if (!isReadout(event)) return;
    event.target.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 13, bubbles: true }));
  }, { signal });
}

// Keys pressed in the figure are its own: in the notebook x would cut the cell, and Notebook 7 would take the arrows
// away from the sliders. Under both lies Lumino, which leaves keys to a target with this attribute (above the target
// it would be too late); it asks at the document, so the window is early enough. Shortcuts with a modifier, and Escape,
// pass.
const keepKeys = (root) => (event) => {
  if (!root.contains(event.target)) return;
  const passes = event.key === "Escape" || event.ctrlKey || event.metaKey || event.altKey;
  event.target.toggleAttribute("data-lm-suppress-shortcuts", event.key.startsWith("Arrow") || !passes);
};

// Where a canvas is seen that is enlarged by `zoom`, in CSS pixels of the page. Safari tells it in those of what is enlarged.
function placeOf(canvas, zoom) {
  const { left, top, width } = canvas.getBoundingClientRect();
  const factor = Math.abs(width - canvas.clientWidth) < 1 ? zoom : 1;
  return { left: factor * left, top: factor * top, width: factor * width };
}

const whenAttached = (el, then) => (el.isConnected ? then() : requestAnimationFrame(() => whenAttached(el, then)));

function render({ model, el }) {
  const [canvas, help, status] = ["canvas", "div", "div"].map((tag) => document.createElement(tag));
  canvas.setAttribute("role", "img");
  help.className = "mlcore-help";
  status.className = "mlcore-status";
  status.setAttribute("role", "status");
  el.append(canvas, status, help);
  let paintPoints = null; // what pointer.js draws, if the figure has points to move
  const shown = { zoom: model.get("zoom") ?? 1 }; // by how much this view is enlarged; the book's figures are not
  let overlay = null, drawn = null; // the picture of the axes, and which axes they are

  const repaint = () => {
    const axes = model.get("axes"), { size } = axes;
    if (axes !== drawn) return; // reload will repaint, when the picture of the new axes is ready
    const pixels = Math.round((placeOf(canvas, shown.zoom).width || size[0]) * devicePixelRatio);
    const lines = Math.round((pixels * size[1]) / size[0]);
    if (canvas.width !== pixels || canvas.height !== lines) [canvas.width, canvas.height] = [pixels, lines];
    const ctx = paint(canvas, model.get("frame"), axes, overlay);
    if (model.get("error")) { // the last good picture, greyed
      ctx.fillStyle = "rgba(255, 255, 255, 0.6)";
      ctx.fillRect(0, 0, ...size);
    }
    paintPoints?.(ctx);
    canvas.dataset.frame = Number(canvas.dataset.frame ?? 0) + 1;
  };
  const reload = async () => {
    const axes = model.get("axes"), { png, size } = axes;
    if (!png) return; // the kernel draws them when it hears of `ratio`
    canvas.style.width = shown.zoom > 1 ? "100%" : `${size[0]}px`;
    canvas.style.aspectRatio = `${size[0]} / ${size[1]}`;
    const picture = await createImageBitmap(new Blob([png], { type: "image/png" }));
    if (axes !== model.get("axes")) return; // overtaken by newer ones
    [overlay, drawn] = [picture, axes];
    canvas.dataset.ratio = overlay.width / size[0];
    canvas.dataset.boxes = JSON.stringify(axes.panels.map(({ box }) => box)); // for tests, as frame and ratio are
    repaint();
  };
  const tell = () => {
    status.textContent = model.get("error") || model.get("description");
    status.classList.toggle("mlcore-error", Boolean(model.get("error")));
    canvas.ariaLabel = status.textContent; // the pale picture is an earlier one: its words would be wrong
  };
  const sharpen = () => {
    const ratio = devicePixelRatio * shown.zoom;
    if (model.get("ratio") === ratio) return;
    model.set("ratio", ratio);
    model.save_changes();
  };

  model.on("change:frame change:error change:points", repaint);
  model.on("change:axes", reload);
  model.on("change:description change:error", tell);
  model.on("change:resets", () => { // by now the playing has ended here: the kernel hears of no step after this
    model.set("resets_seen", model.get("resets"));
    model.save_changes();
  });
  const refit = () => { sharpen(); repaint(); };
  const resize = new ResizeObserver(refit), gone = new AbortController();
  resize.observe(canvas);
  const watchScreen = () => // a window moved to another screen, or zoomed
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      "change", () => { refit(); watchScreen(); }, { once: true, signal: gone.signal });
  watchScreen();
  if (model.get("pointers").length) paintPoints = editPoints({ model, canvas, help, shown, repaint });
  tell();
  reload();
  whenAttached(el, () => {
    const root = el.closest(".mlcore-live") ?? el;
    window.addEventListener("keydown", keepKeys(root), { capture: true, signal: gone.signal });
    nameControls(root);
    takeTypedNumbers(root, gone.signal);
    if (model.get("zoom")) onProjector({ model, root, canvas, shown, refit, reload, signal: gone.signal });
    new MutationObserver(() => nameControls(root)).observe(root, { childList: true, subtree: true });
  });
  return () => {
    resize.disconnect();
    gone.abort();
    model.off("change:frame change:error change:points", repaint);
    model.off("change:axes", reload);
    model.off("change:description change:error", tell);
  };
}

export default { render };
