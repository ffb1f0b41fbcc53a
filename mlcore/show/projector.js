// On a projector: a figure takes the width of its cell, and all in it is larger by the trait `zoom`. Joined to live.js by
// canvas.py. What room that leaves for the picture, in CSS pixels before they are enlarged, goes back as `room`; the kernel
// then sends axes that fit it (fit.py).

const SCROLLBAR = 20; // CSS pixels, about, of a scrollbar that comes and goes with the height of the picture
const MARGINS = 40; // CSS pixels of the page above and below a figure that is seen whole

const EDGE = 8; // and of one that is enlarged by what fits
const STEPS = 20; // steps of 1/20 in which a figure that is to fit is enlarged

function onProjector({ model, root, canvas, shown, refit, reload, signal }) {
  let told = 0, waiting = null; // the width that the kernel has from this view
  const note = document.createElement("div");
  note.className = "mlcore-scroll";
  canvas.parentElement.append(note);
  const large = () => model.get("zoom") > 1;
  const page = () => root.closest(".jp-WindowedPanel-outer, .jp-LinkedOutputView")?.clientHeight || innerHeight;
  const others = () => root.clientHeight - canvas.clientHeight - note.clientHeight; // sliders, numbers, help
  const put = (zoom) => {
    shown.zoom = zoom;
    root.style.zoom = zoom;
  };
  // As much of the trait `zoom` as shows the whole figure. With less width the sliders may stand in more rows: measured
  // again. What does not even fit at 1 stays as it is, and is scrolled.
  const fitted = () => {
    put(model.get("zoom"));
    if (!large() || !model.get("fits")) return;
    const [width, height] = model.get("own_size");
    for (let round = 0; round < 3; round += 1) {
      const most = Math.min(shown.zoom, (root.clientWidth * shown.zoom) / width, (page() - EDGE) / (height + others()));
      const zoom = Math.max(1, Math.floor(most * STEPS + 1e-6) / STEPS);
      if (zoom === shown.zoom) break;
      put(zoom);
    }
  };
  const tell = () => {
    if (!large()) return; // gone back in the meantime
    fitted();
    refit();
    told = root.clientWidth;
    const least = model.get("fits") ? model.get("own_size")[1] : 0;
    const height = Math.max(least, Math.floor((page() - MARGINS) / shown.zoom - others()));
    model.set("room", shown.zoom > 1 ? [told, height] : []); // what is not enlarged stays as it is
    model.save_changes();
  };
  const warn = () => { // what must be scrolled, in CSS pixels of the page
    const beyond = Math.round(shown.zoom * (root.clientHeight - note.clientHeight) - page());
    const less = model.get("fits") ? "" : " show.projector() without a number enlarges by what fits.";
    const words = large() && beyond > 0 ? `Higher than the window by ${beyond} pixels: scroll.${less}` : "";
    if (note.textContent !== words) note.textContent = words;
  };
  // A view speaks only when its own width has changed: two views of one figure would never come to rest.
  const listen = () => {
    warn();
    if (!large() || !root.clientWidth || Math.abs(root.clientWidth - told) <= SCROLLBAR) return;
    clearTimeout(waiting);
    waiting = setTimeout(tell, 150);
  };
  const enlarge = () => {
    root.classList.toggle("mlcore-projector", large());
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
  model.on("change:zoom change:fits", enlarge);
  model.on("change:room", again);
  enlarge();
  signal.addEventListener("abort", () => {
    resize.disconnect();
    clearTimeout(waiting);
    model.off("change:zoom change:fits", enlarge);
    model.off("change:room", again);
    if (large()) model.set("room", []); // for the other views alone: it is not saved
  });
}

