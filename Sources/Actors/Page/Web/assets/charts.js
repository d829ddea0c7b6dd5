// Draws the charts of a seat's page. The page loads uPlot, a plain script, before this one.

// Print always uses the light colours, because paper is white.
let isPrinting = false;
const ink = () => (isPrinting ? "#000" : getComputedStyle(document.body).color);
const tones = ["#0b7a86", "#b3541e"];

// The site's time zone, as for all other times of the page. If the browser does not know its name, the browser's zone.
const zone = (() => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: document.body.dataset.zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
})();

function options(chart, width, time, range) {
  const axis = { stroke: ink, grid: { stroke: "rgba(128,128,128,.25)", width: 1 } };
  return {
    width,
    height: 220,
    title: chart.unit ? `${chart.name} (${chart.unit})` : chart.name,
    tzDate: (seconds) => (zone ? uPlot.tzDate(new Date(seconds * 1000), zone) : new Date(seconds * 1000)),
    cursor: { drag: { x: true, y: false } },
    scales: { x: { range: () => range } },
    axes: [{ ...axis, space: 70 }, { ...axis, size: 56 }],
    series: [{ label: time, value: "{YYYY}-{MM}-{DD} {HH}:{mm}" }].concat(chart.labels.map((label, index) => ({
      label, stroke: tones[index % tones.length], width: 2, spanGaps: true, points: { show: true, size: 6 },
      value: (plot, value, series, place) => value === null ? "–" : `${value}${place !== null && chart.marks[place] ? ` ${chart.marks[place]}` : ""}`,
    }))),
  };
}

// The same values as a table, for people who cannot see the chart.
function table(chart, place) {
  const details = document.createElement("details");
  const summary = details.appendChild(document.createElement("summary"));
  summary.textContent = place.dataset.table;
  details.addEventListener("toggle", () => {
    if (!details.open || details.querySelector("table")) return;
    const box = details.appendChild(document.createElement("div"));
    box.className = "scroll";
    box.tabIndex = 0;
    const rows = box.appendChild(document.createElement("table"));
    const head = rows.createTHead().insertRow();
    for (const text of [place.dataset.time, ...chart.labels]) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = text;
      head.append(cell);
    }
    const body = rows.createTBody();
    chart.times.forEach((time, index) => {
      const row = body.insertRow();
      row.insertCell().textContent = new Date(time * 1000).toLocaleString(document.documentElement.lang, { timeZone: zone });
      for (const line of chart.lines) row.insertCell().textContent = line[index] ?? "–";
    });
  });
  return details;
}

export function followCharts(place) {
  if (!place) return undefined;
  let span = "week";
  let plots = [];

  const draw = (found) => {
    for (const plot of plots) plot.destroy();
    plots = [];
    place.replaceChildren();
    if (!found.charts.length) place.textContent = place.dataset.none;
    for (const chart of found.charts) {
      const box = place.appendChild(document.createElement("figure"));
      box.className = "chart";
      box.style.margin = "0 0 .75rem";
      const width = Math.max(240, box.clientWidth - 20);
      plots.push(new uPlot(options(chart, width, place.dataset.time, [found.from, found.to]), [chart.times, ...chart.lines], box));
      box.append(table(chart, place));
      box.dataset.metric = chart.metric;
      box.dataset.points = String(chart.times.length);
    }
    if (!found.isWhole) place.append(place.dataset.more);
  };

  const refresh = async () => {
    const answer = await fetch(`${place.dataset.series}?span=${span}`, { headers: { Accept: "application/json" } });
    if (answer.ok) draw(await answer.json());
  };

  for (const button of document.querySelectorAll("[data-span]")) {
    button.addEventListener("click", () => {
      span = button.dataset.span;
      for (const other of document.querySelectorAll("[data-span]")) other.setAttribute("aria-pressed", String(other === button));
      refresh();
    });
  }
  let wait;
  addEventListener("resize", () => {
    clearTimeout(wait);
    wait = setTimeout(() => plots.forEach((plot) => plot.setSize({ width: Math.max(240, plot.root.parentElement.clientWidth - 20), height: 220 })), 200);
  });
  for (const [name, isSo] of [["beforeprint", true], ["afterprint", false]]) addEventListener(name, () => {
    isPrinting = isSo;
    for (const plot of plots) plot.redraw(false);
  });
  const isReady = () => { if (window.uPlot) refresh(); else setTimeout(isReady, 30); };
  isReady();
  return { refresh };
}
