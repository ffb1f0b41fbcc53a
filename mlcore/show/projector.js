// On a projector: a figure takes the width of its cell, and all in it is larger by the trait `zoom`. Joined to live.js by
// canvas.py. What room that leaves for the picture, in CSS pixels before they are enlarged, goes back as `room`; the kernel
// then sends axes that fit it (fit.py).

const SCROLLBAR = 20; // CSS pixels, about, of a scrollbar that comes and goes with the height of the picture
const MARGINS = 40; // CSS pixels of the page above and below a figure that is seen whole

function onProjector({ model, root, canvas, refit, reload, signal }) {
  let told = 0, waiting = null; // the width that the kernel has from this view
  const page = () => root.closest(".jp-WindowedPanel-outer, .jp-LinkedOutputView")?.clientHeight || innerHeight;
  const tell = () => {
    told = root.clientWidth;
    const others = root.clientHeight - canvas.clientHeight; // sliders, numbers, help
    model.set("room", [told, Math.max(0, Math.floor((page() - MARGINS) / model.get("zoom") - others))]);
    model.save_changes();
  };
  // A view speaks only when its own width has changed: two views of one figure would never come to rest.
  const listen = () => {
    if (!(model.get("zoom") > 1) || !root.clientWidth || Math.abs(root.clientWidth - told) <= SCROLLBAR) return;
    clearTimeout(waiting);
    waiting = setTimeout(tell, 150);
  };
  const enlarge = () => {
    root.classList.toggle("mlcore-projector", model.get("zoom") > 1);
    root.style.zoom = model.get("zoom");
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
  model.on("change:zoom", enlarge);
  model.on("change:room", again);
  enlarge();
  signal.addEventListener("abort", () => {
    resize.disconnect();
    clearTimeout(waiting);
    model.off("change:zoom", enlarge);
    model.off("change:room", again);
    if (model.get("zoom") > 1) model.set("room", []); // for the other views alone: it is not saved
  });
}

