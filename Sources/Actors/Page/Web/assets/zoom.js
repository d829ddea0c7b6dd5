// Zooms all charts of a seat alike: by buttons, by keys on a chart, or by a drag across one. Times are in seconds.

// The shortest period of a button or key.
const least = 3600;
// How much longer the shown period becomes, or by how much of its length it moves.
const steps = { in: { by: 0.5 }, out: { by: 2 }, earlier: { move: -0.5 }, later: { move: 0.5 }, whole: { by: Infinity } };
const keys = { "+": "in", "=": "in", "-": "out", ArrowLeft: "earlier", ArrowRight: "later", 0: "whole" };

// The part of a whole period that a step shows. It keeps its middle, or its end if that is the newest time.
function stepped([from, to], [first, last], { by = 1, move = 0 }) {
  const length = Math.min(last - first, Math.max(Math.min(least, to - from), (to - from) * by));
  if (length >= last - first) return null;
  const end = (to >= last ? last : (from + to + length) / 2) + move * length;
  const inside = Math.min(last, Math.max(first + length, end));
  return [inside - length, inside];
}

// `plots` returns the charts that are drawn, and `tell` gets the shown period, and whether it is the whole one.
export function followZoom(place, plots, tell) {
  let whole = [0, 0];
  // Null shows the whole period.
  let part = null;
  const now = () => part ?? whole;

  const show = () => {
    const [min, max] = now();
    for (const plot of plots()) plot.setScale("x", { min, max });
    tell(now(), !part);
  };

  const step = (name) => {
    part = stepped(now(), whole, steps[name]);
    show();
  };

  for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => step(button.dataset.zoom));
  place.addEventListener("keydown", (event) => {
    const name = keys[event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey || !event.target.matches(".uplot")) return;
    event.preventDefault();
    step(name);
  });

  return {
    now,
    // The next period has another length.
    reset: () => { part = null; },
    // New values came: a part that ends at the newest time continues to.
    over: (from, to) => {
      const wasPart = Boolean(part);
      if (part) part = stepped(part[1] >= whole[1] ? [part[0] + to - whole[1], to] : part, [from, to], {});
      whole = [from, to];
      if (wasPart) tell(now(), !part);
    },
    // For uPlot's options. A drag across one chart zooms all, and a double click shows the whole period.
    selected: (plot) => {
      const { left, width } = plot.select;
      plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      if (!width) return;
      part = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
      show();
    },
    dblclick: () => () => step("whole"),
  };
}
