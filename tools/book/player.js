// The book's figures: live.js draws them, this file moves them. A figure is a recording (bundle.py): what its controls
// can be moved to has been drawn beforehand, and positions are counted in whole numbers, never in floats.
// LIVE is put in by the build: live.js, as a function that returns its `render`.

const mlcoreBook = (() => {
  "use strict";
  const { render } = LIVE;
  const WINDOW = 32, LEVELS = 65535, QUANTISED = 0, FLOATS = 1; // as in bundle.py
  const NARROW = 620; // CSS pixels: with less room the panels stand in a column
  const waiting = new Map(); // by name, who takes the recording when its script has run

  const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

  async function unpacked(base64) {
    const stream = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const length = new DataView(bytes.buffer).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
    const [words, floats, images] = header.sizes;
    let at = 4 + length;
    const next = (n) => bytes.subarray(at, (at += n));
    const [low, high] = [next(words), next(words)];
    return { ...header, low, high, floats: new Float32Array(next(4 * floats).slice().buffer), images: next(images) };
  }

  // The array with this number, as float32: differences summed up, and from whole numbers back to data.
  function arrayOf(film, number) {
    const [kind, size, at, window, order] = film.arrays[number];
    if (kind === FLOATS) return film.floats.subarray(at, at + size);
    if (kind !== QUANTISED) return pixelsOf(film.images.subarray(at, at + size), order);
    const out = new Float32Array(size), [x0, x1, y0, y1, logx, logy] = film.limits[window];
    for (const [j, a, b, log] of [[0, x0, x1, logx], [1, y0, y1, logy]]) {
      const [from, to] = log ? [Math.log(a), Math.log(b)] : [a, b];
      let value = 0, slope = 0;
      for (let k = j; k < size; k += 2) {
        const zigzag = film.low[at + k] | (film.high[at + k] << 8), step = (zigzag >> 1) ^ -(zigzag & 1);
        slope = order === 2 ? slope + step : step;
        value = (value + slope) & LEVELS; // steps go round a circle
        const place = (from + to) / 2 + (value / LEVELS - 0.5) * WINDOW * (to - from);
        out[k] = log ? Math.exp(place) : place;
      }
    }
    return out;
  }

  // An image of few colours: these, and then a number for each pixel.
  function pixelsOf(bytes, colours) {
    if (!colours) return Float32Array.from(bytes);
    const numbers = bytes.subarray(4 * colours), out = new Float32Array(4 * numbers.length);
    numbers.forEach((number, k) => out.set(bytes.subarray(4 * number, 4 * number + 4), 4 * k));
    return out;
  }

  // A frame as live.js takes it from the kernel.
  function frameOf(film, numbers) {
    const marks = [], arrays = [];
    let at = 0;
    for (const number of numbers) {
      const [look, ...places] = film.marks[number], own = places.map((place) => arrayOf(film, place));
      marks.push({ ...film.looks[look], at, counts: own.map((a) => a.length) });
      for (const a of own) at += a.length;
      arrays.push(...own);
    }
    const data = new Float32Array(at);
    at = 0;
    for (const a of arrays) { data.set(a, at); at += a.length; }
    return { marks, data: new DataView(data.buffer) };
  }

  // What live.js asks of a widget's model, without a kernel.
  function modelOf(values) {
    const heard = new Map();
    return {
      get: (name) => values[name],
      set: (name, value) => { values[name] = value; },
      save_changes() {},
      off() {},
      on: (names, then) => names.split(" ").forEach((name) => heard.set(name, [...(heard.get(name) ?? []), then])),
      change(news) { // label, description and picture change together
        const changed = Object.keys(news).filter((name) => news[name] !== values[name]);
        Object.assign(values, news);
        new Set(changed.flatMap((name) => heard.get(`change:${name}`) ?? [])).forEach((then) => then());
      },
    };
  }

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  function figure(root, film) {
    const id = root.id, places = film.controls.map(({ start }) => start);
    const axes = film.axes.map((both) => Object.fromEntries(
      Object.entries(both).map(([screen, { png, ...rest }]) => [screen, { ...rest, png: bytesOf(png) }])));
    const player = element("div", { className: "mlcore-live" }), row = element("div", { className: "mlcore-controls" });
    const stage = element("div");
    player.append(row, stage);
    root.append(player);
    const screen = () => ((root.clientWidth || innerWidth) < NARROW ? "narrow" : "wide");
    const index = () => places.reduce((at, place, k) => at * film.controls[k].labels.length + place, 0);
    let good = null; // the last frame that could be drawn, for the pale picture under an error

    function seen() {
      const [number, text, ...marks] = film.frames[index()];
      if (number < 0) return { ...(good ?? blank()), error: film.texts[text] };
      good = { frame: frameOf(film, marks), axes: axes[number][screen()], number, description: film.texts[text] };
      return { ...good, error: "" };
    }
    function blank() {
      const [number, , ...marks] = film.frames.find(([axes]) => axes >= 0);
      return { frame: frameOf(film, marks), axes: axes[number][screen()], number, description: "" };
    }

    const model = modelOf({ ratio: devicePixelRatio, pointers: [], points: [], resets: 0, ...seen() });
    render({ model, el: stage });
    const status = stage.querySelector("[role=status]");

    // -- controls --
    let timer = null, playing = null;
    const inputs = film.controls.map((control, k) => {
      const { label, kind, labels } = control, name = `${id}-${k}`;
      const box = element("div", { className: "mlcore-control" }, element("label", { htmlFor: name, textContent: label }));
      let input, words = null;
      if (kind === "menu") {
        input = element("select", { id: name }, ...labels.map((text, value) => element("option", { value, textContent: text })));
      } else {
        input = element("input", { id: name, type: "range", min: 0, max: labels.length - 1, step: 1 });
        words = element("output", { htmlFor: name });
        words.setAttribute("aria-hidden", "true");
      }
      const play = kind === "steps" ? element("button", { type: "button" }) : null;
      if (play) {
        play.addEventListener("click", () => (playing === k ? stop() : start(k)));
        box.append(play);
      }
      box.append(input, ...(words ? [words] : []));
      row.append(box);
      input.addEventListener("input", () => { stop(); move(k, Number(input.value)); });
      return {
        show() {
          input.value = places[k];
          if (words) words.textContent = labels[places[k]];
          if (words) input.setAttribute("aria-valuetext", labels[places[k]]);
          if (!play) return;
          play.textContent = playing === k ? "❚❚" : "▶";
          play.ariaLabel = `${playing === k ? "Pause" : "Play"}: ${label}`;
        },
      };
    });
    const reset = element("button", { type: "button", textContent: "Reset", className: "mlcore-reset" });
    reset.addEventListener("click", () => { stop(); film.controls.forEach(({ start }, k) => (places[k] = start)); show(); forget(); });
    row.append(reset);
    const thinned = film.controls.filter(({ left_out }) => left_out);
    if (thinned.length || film.controls.some(({ label }) => label === "recorded drag")) {
      const parts = thinned.map(({ label, labels, left_out }) => `${label}: ${labels.length} of ${labels.length + left_out} positions`);
      const drag = film.controls.some(({ label }) => label === "recorded drag");
      const said = [parts.length ? `Recorded here: ${parts.join("; ")}.` : "", drag ? "In JupyterLab every point can be dragged; here one walks a recorded path." : ""];
      player.append(element("p", { className: "mlcore-left-out", textContent: said.filter(Boolean).join(" ") }));
    }

    function show() {
      inputs.forEach((input) => input.show());
      model.change(seen());
    }
    function move(k, place) {
      places[k] = place;
      show();
      remember();
    }
    function start(k) {
      stop();
      if (places[k] === film.controls[k].labels.length - 1) places[k] = 0;
      playing = k;
      status.setAttribute("aria-live", "off"); // a screen reader would read every step
      timer = setInterval(() => {
        if (places[k] + 1 < film.controls[k].labels.length) { places[k] += 1; show(); }
        if (places[k] + 1 >= film.controls[k].labels.length) { stop(); remember(); }
      }, Math.max(33, film.controls[k].interval));
      show();
    }
    function stop() {
      if (playing === null) return;
      clearInterval(timer);
      playing = null;
      status.removeAttribute("aria-live");
      inputs.forEach((input) => input.show());
    }

    // -- the address: #figure-3;C, price of slack=1.00;… is exactly this picture --
    let writing = null;
    function remember() { // not at every step of a drag
      clearTimeout(writing);
      writing = setTimeout(() => {
        const words = places.map((place, k) => `${encodeURIComponent(film.controls[k].label)}=${encodeURIComponent(film.controls[k].labels[place])}`);
        address(`#${id};${words.join(";")}`);
      }, 250);
    }
    function forget() {
      clearTimeout(writing);
      if (location.hash.startsWith(`#${id};`)) address(`#${id}`);
    }
    function recall() { // the positions that the address names, if it names this figure
      const [name, ...words] = location.hash.slice(1).split(";");
      if (name !== id) return;
      for (const word of words) {
        const [label, value] = word.split("=").map(plain);
        const k = film.controls.findIndex((control) => control.label === label);
        const place = k < 0 ? -1 : film.controls[k].labels.indexOf(value);
        if (place >= 0) places[k] = place;
      }
    }
    addEventListener("hashchange", () => {
      if (location.hash === written) return;
      stop();
      recall();
      show();
    });
    let shown = screen();
    new ResizeObserver(() => { // the other axes, when the page became narrow or wide
      if (screen() === shown) return;
      shown = screen();
      if (good) good.axes = axes[good.number][shown];
      model.change(seen());
    }).observe(root);
    recall();
    show();
    root.classList.add("mlcore-ready");
  }

  function plain(word) {
    try {
      return decodeURIComponent(word);
    } catch { // an address that somebody cut
      return "";
    }
  }

  let written = null; // the hash that this file has put into the address: nobody followed a link to it
  function address(hash) {
    written = new URL(hash, location).hash;
    try {
      history.replaceState(null, "", hash);
    } catch { // some browsers refuse this under file://
      location.replace(hash);
    }
  }

  function load(root) {
    const name = root.dataset.recording;
    if (root.dataset.asked) return;
    root.dataset.asked = "yes";
    const fails = (reason) => { // the still picture stays
      root.append(element("p", { className: "mlcore-left-out", textContent: `This browser cannot play the figure: ${reason}` }));
      root.classList.add("mlcore-failed");
    };
    waiting.set(name, async (packed) => {
      try {
        figure(root, await unpacked(packed));
      } catch (error) {
        fails(error.message);
        throw error;
      }
    });
    const script = element("script", { src: root.dataset.script });
    script.addEventListener("error", () => fails(`${root.dataset.script} is missing.`));
    document.head.append(script);
  }

  // -- landing: what the address names stays at the top of the window until the page rests --
  // Formulas, pictures and figures above it change their height after the page has opened. Whoever scrolls, presses a
  // key or touches the page in the meantime goes where they want.
  const READER = ["wheel", "touchstart", "pointerdown", "keydown"];
  const QUIET = 400; // milliseconds without a change of the page's height
  let leave = () => {}; // ends the landing that is under way

  const named = () => document.getElementById(plain(location.hash.slice(1).split(";")[0]));

  function land() {
    leave();
    document.querySelector(".mlcore-landed")?.classList.remove("mlcore-landed");
    delete document.documentElement.dataset.landed;
    const target = named();
    if (!target) return;
    for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    if (target.classList.contains("mlcore-figure")) {
      target.classList.add("mlcore-landed");
      target.tabIndex = -1; // the Tab key goes on from here
      target.focus({ preventScroll: true });
    }
    if (target.dataset.recording) load(target);
    const put = () => target.scrollIntoView({ block: "start", behavior: "instant" });
    let timer = null, formulas = false;
    const wait = () => {
      put();
      clearTimeout(timer);
      timer = setTimeout(() => (rests() ? arrive() : wait()), QUIET);
    };
    const rests = () => formulas && document.readyState === "complete" && !document.hidden &&
      !document.querySelector("[data-asked]:not(.mlcore-ready, .mlcore-failed)");
    const grows = new ResizeObserver(wait);
    leave = () => {
      clearTimeout(timer);
      grows.disconnect();
      READER.forEach((event) => removeEventListener(event, leave, true));
      leave = () => {};
    };
    const arrive = () => {
      put();
      leave();
      document.documentElement.dataset.landed = target.id; // for tests
    };
    READER.forEach((event) => addEventListener(event, leave, { capture: true, passive: true }));
    grows.observe(document.body);
    Promise.resolve(globalThis.MathJax?.startup?.promise).finally(() => { formulas = true; });
  }

  addEventListener("DOMContentLoaded", () => {
    const near = new IntersectionObserver(
      (entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => { near.unobserve(target); load(target); }),
      { rootMargin: "600px" });
    for (const root of document.querySelectorAll("[data-recording]")) near.observe(root);
    // Whoever comes back, or loads the page again, is put by the browser where they were.
    if (["navigate", undefined].includes(performance.getEntriesByType("navigation")[0]?.type)) land();
    else if (named()?.dataset.recording) load(named());
  });
  addEventListener("hashchange", () => {
    if (location.hash === written) return;
    written = null;
    land();
  });
  addEventListener("click", ({ target }) => { // the address stays as it is when the same link is followed again
    if (target.closest?.("a[href]")?.href === location.href && location.hash) land();
  });

  // What is wider than the page can be scrolled by keys, too.
  async function scrollable() {
    await globalThis.MathJax?.startup?.promise;
    for (const box of document.querySelectorAll("pre, div.math, .table-wrapper"))
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
  addEventListener("load", scrollable);
  addEventListener("resize", scrollable);

  // Paper cannot be unfolded: what is folded is open while the page is printed, but for the code that checks the text.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open], .mlcore-checked)")];
    for (const box of opened) box.open = true;
  });
  addEventListener("afterprint", () => {
    for (const box of opened) box.open = false;
  });

  return (name, packed) => waiting.get(name)?.(packed);
})();
