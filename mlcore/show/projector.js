// On a projector: a figure takes the width of its cell, and all in it is larger by the trait `zoom`. Joined to live.js by
// canvas.py. What room that leaves for the picture, in CSS pixels before they are enlarged, goes back as `room`; the kernel
// then sends axes that fit it (fit.py). A button shows the figure alone on the whole screen, as large as it fits there.

const SCROLLBAR = 20; // CSS pixels, about, of a scrollbar that comes and goes with the height of the picture
const MARGINS = 40; // CSS pixels of the page above and below a figure that is seen whole

const EDGE = 8; // and of one that is enlarged by what fits
const STEPS = 20; // steps of 1/20 in which a figure that is to fit is enlarged
const MOST = 3; // on the whole screen; projector() takes no larger factor either

function onProjector({ model, root, canvas, shown, refit, reload, signal }) {
  let told = 0, waiting = null; // the width that the kernel has from this view
  const note = document.createElement("div");
  note.className = "mlcore-scroll";
  canvas.parentElement.append(note);
  const button = document.createElement("button");
  button.className = "jupyter-button widget-button mlcore-alone";
  button.textContent = "Full screen";
  button.title = "This figure alone, as large as it fits; Esc goes back";
  const large = () => model.get("zoom") > 1;
  const stage = () => root.parentElement; // what is shown on the whole screen: it takes all of it, whatever its own height
  const alone = () => document.fullscreenElement !== null && document.fullscreenElement === stage();
  const fits = () => alone() || model.get("fits");
  const page = () => alone() ? innerHeight : root.closest(".jp-WindowedPanel-outer, .jp-LinkedOutputView")?.clientHeight || innerHeight;
  const others = () => root.clientHeight - canvas.clientHeight - note.clientHeight; // sliders, numbers, help
  const put = (zoom) => {
    shown.zoom = zoom;
    root.style.zoom = zoom;
  };
  // As much of the trait `zoom` as shows the whole figure: the sliders stand in more rows when all is larger, so one step
  // less is tried after the other. What does not even fit at 1 stays as it is, and is scrolled.
  const fitted = () => {
    put(alone() ? MOST : model.get("zoom"));
    if (!large() || !fits()) return;
    const [width, height] = model.get("own_size");
    const most = Math.min(shown.zoom, (root.clientWidth * shown.zoom) / width); // its width in the page stays the same
    for (let step = Math.floor(most * STEPS + 1e-6); step >= STEPS; step -= 1) {
      put(step / STEPS);
      if (shown.zoom * (height + others()) <= page() - EDGE) return;
    }
    put(1);
  };
  const tell = () => {
    if (!large()) return; // gone back in the meantime
    fitted();
    refit();
    told = root.clientWidth;
    const least = fits() ? model.get("own_size")[1] : 0;
    const height = Math.max(least, Math.floor((page() - MARGINS) / shown.zoom - others()));
    model.set("room", shown.zoom > 1 ? [told, height] : []); // what is not enlarged stays as it is
    model.save_changes();
  };
  const warn = () => { // what must be scrolled, in CSS pixels of the page
    const beyond = Math.round(shown.zoom * (root.clientHeight - note.clientHeight) - page());
    const less = fits() ? "" : " show.projector() without a number enlarges by what fits.";
    const words = large() && beyond > 0 ? `Higher than the window by ${beyond} pixels: scroll.${less}` : "";
    if (note.textContent !== words) note.textContent = words;
  };
  // Beside the sliders, which may come after the picture. Some pages forbid a part of them to take the whole screen.
  const offer = () => {
    const row = root.querySelector(".mlcore-controls");
    button.ariaPressed = alone();
    if (!large() || !document.fullscreenEnabled) button.remove();
    else if (row && button.parentElement !== row) row.append(button);
  };
  // A view speaks only when its own width has changed: two views of one figure would never come to rest.
  const listen = () => {
    offer();
    warn();
    if (!large() || !root.clientWidth || Math.abs(root.clientWidth - told) <= SCROLLBAR) return;
    clearTimeout(waiting);
    waiting = setTimeout(tell, 150);
  };
  const enlarge = () => {
    root.classList.toggle("mlcore-projector", large());
    offer();
    fitted();
    told = 0;
    reload();
    refit();
    listen();
  };
  const resize = new ResizeObserver(listen);
  resize.observe(root);
  const again = () => { // another view of this figure has gone: its width counts no more
    if (model.get("room").length) return;
    told = 0;
    listen();
  };
  button.addEventListener("click", () => {
    if (alone()) return document.exitFullscreen();
    stage().classList.add("mlcore-stage");
    stage().requestFullscreen();
  }, { signal });
  let was = false;
  document.addEventListener("fullscreenchange", () => { // of this figure, not of another one
    if (was === alone()) return;
    was = alone();
    enlarge();
  }, { signal });
  model.on("change:zoom change:fits", enlarge);
  model.on("change:room", again);
  enlarge();
  signal.addEventListener("abort", () => {
    resize.disconnect();
    button.remove();
    clearTimeout(waiting);
    model.off("change:zoom change:fits", enlarge);
    model.off("change:room", again);
    if (large()) model.set("room", []); // for the other views alone: it is not saved
  });
}

