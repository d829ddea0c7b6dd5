// Draws the charts of a seat's page. The page loads uPlot, a plain script, before this one.
import { followZoom } from "./zoom.js";

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

const local = (seconds) => (zone ? uPlot.tzDate(new Date(seconds * 1000), zone) : new Date(seconds * 1000));

// The form of all times of the page: 2026-03-01 09:41.
const minute = (seconds) => uPlot.fmtDate("{YYYY}-{MM}-{DD} {HH}:{mm}")(local(seconds));

const hour = 3600;
// From this pause between two values on, the line has a gap; longer where values are usually further apart.
const pauses = { day: 6 * hour, week: 36 * hour, month: 4 * 24 * hour, year: 21 * 24 * hour };

// The chart's data with an empty value in each long pause, and the place of each entry in the chart's own lists.
function withGaps(chart, span) {
  const steps = chart.times.slice(1).map((time, index) => time - chart.times[index]).sort((one, other) => one - other);
  const usual = steps[Math.floor(steps.length / 2)] ?? 0;
  const most = Math.max(pauses[span] ?? 0, 3 * usual);
  const places = [];
  chart.times.forEach((time, index) => {
    if (index > 0 && time - chart.times[index - 1] > most) places.push(null);
    places.push(index);
  });
  const times = places.map((place, index) => place === null ? (chart.times[places[index - 1]] + chart.times[places[index + 1]]) / 2 : chart.times[place]);
  return { places, data: [times, ...chart.lines.map((line) => places.map((place) => place === null ? null : line[place]))] };
}

// The person's limits as a band behind each line.
function bands(chart) {
  return (plot) => {
    const { left, top, width, height } = plot.bbox;
    plot.ctx.save();
    chart.limits.forEach((range, index) => {
      if (!range) return;
      const y = (value, edge) => value === undefined || value === null ? edge : Math.min(top + height, Math.max(top, plot.valToPos(value, "y", true)));
      const [high, low] = [y(range.highest, top), y(range.lowest, top + height)];
      plot.ctx.globalAlpha = 0.12;
      plot.ctx.fillStyle = tones[index % tones.length];
      plot.ctx.fillRect(left, high, width, low - high);
    });
    plot.ctx.restore();
  };
}

const title = (chart) => chart.unit ? `${chart.name} (${chart.unit})` : chart.name;

function options(chart, places, width, time, zoom) {
  const axis = { stroke: ink, grid: { stroke: "rgba(128,128,128,.25)", width: 1 } };
  return {
    width,
    height: 220,
    title: title(chart),
    tzDate: local,
    cursor: { drag: { x: true, y: false, dist: 8, setScale: false }, bind: { dblclick: zoom.dblclick } },
    scales: { x: { range: zoom.now } },
    hooks: { drawClear: [bands(chart)], setSelect: [zoom.selected] },
    axes: [{ ...axis, space: 70 }, { ...axis, size: 56 }],
    series: [{ label: time, value: "{YYYY}-{MM}-{DD} {HH}:{mm}" }].concat(chart.labels.map((label, index) => ({
      label, stroke: tones[index % tones.length], width: 2, spanGaps: false, points: { show: true, size: 6 },
      value: (plot, value, series, place) => value === null || value === undefined ? "–" : `${value}${chart.marks[places[place]] ? ` ${chart.marks[places[place]]}` : ""}`,
    }))),
  };
}

// A focused chart takes the zoom's keys.
function focusable(root, chart) {
  root.tabIndex = 0;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", title(chart));
  root.setAttribute("aria-describedby", "charts-how");
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
      row.insertCell().textContent = minute(time);
      for (const line of chart.lines) row.insertCell().textContent = line[index] ?? "–";
    });
  });
  return details;
}

// MARK: Paper

let paper;

// Each printed page has the person, the period, the site and its number. A style sheet of this server takes the rule,
// because the page's policy permits no inline style.
function writePaper(place, [from, to]) {
  const sheet = [...document.styleSheets].find((one) => one.href?.includes("/page.css"));
  if (!sheet) return;
  const text = (words) => `"${words.replace(/[\\"]/g, "\\$&").replace(/[\n\r\f]/g, " ")}"`;
  const day = (seconds) => uPlot.fmtDate("{YYYY}-{MM}-{DD}")(local(seconds));
  const rule = `@page { margin: 18mm 12mm; @top-left { content: ${text(place.dataset.whom)}; } `
    + `@top-right { content: ${text(`${day(from)} – ${day(to)}`)}; } `
    + `@bottom-left { content: ${text(place.dataset.site)}; } `
    + `@bottom-right { content: ${text(`${place.dataset.page} `)} counter(page) " / " counter(pages); } }`;
  const old = [...sheet.cssRules].indexOf(paper);
  if (old >= 0) sheet.deleteRule(old);
  paper = sheet.cssRules[sheet.insertRule(rule, sheet.cssRules.length)];
}

// MARK: Page

export function followCharts(place) {
  if (!place) return undefined;
  const words = document.getElementById("charts-words");
  // Groups that the person opened stay open.
  const opened = new Set();
  let span = "week";
  let plots = [];

  const tools = document.getElementById("charts-zoom");
  const shownWords = document.getElementById("charts-shown");
  const zoom = followZoom(place, () => plots, (period, isWhole) => {
    shownWords.textContent = isWhole ? shownWords.dataset.whole : `${shownWords.dataset.shown}: ${period.map(minute).join(" – ")}`;
    writePaper(place, period);
  });

  const plot = (chart, shown, parent) => {
    const box = parent.appendChild(document.createElement("figure"));
    box.className = "chart";
    box.style.margin = "0 0 .75rem";
    const width = Math.max(240, box.clientWidth - 20);
    const { places, data } = withGaps(chart, shown);
    const made = new uPlot(options(chart, places, width, place.dataset.time, zoom), data, box);
    focusable(made.root, chart);
    plots.push(made);
    box.append(table(chart, place));
    box.dataset.metric = chart.metric;
    box.dataset.points = String(chart.times.length);
    box.dataset.gaps = String(places.filter((one) => one === null).length);
    const ranges = chart.limits.map((range) => range && `${range.lowest ?? ""}–${range.highest ?? ""}`).filter(Boolean);
    if (!ranges.length) return;
    const caption = box.appendChild(document.createElement("figcaption"));
    caption.textContent = `${place.dataset.limits}: ${ranges.join(" / ")} ${chart.unit}`;
  };

  // The charts of a group are drawn when a person opens it, because a closed one has no width.
  const fold = (name, charts, shown) => {
    const details = place.appendChild(document.createElement("details"));
    details.className = "group";
    const summary = details.appendChild(document.createElement("summary"));
    summary.textContent = `${charts[0].groupName} (${charts.length})`;
    details.addEventListener("toggle", () => {
      if (details.open) opened.add(name);
      else opened.delete(name);
      if (details.open && !details.querySelector("figure")) for (const chart of charts) plot(chart, shown, details);
    });
    details.open = opened.has(name);
  };

  const draw = (found, shown) => {
    const focused = document.activeElement?.closest?.(".uplot")?.parentElement.dataset.metric;
    zoom.over(found.from, found.to);
    for (const old of plots) old.destroy();
    plots = [];
    place.replaceChildren();
    words.textContent = found.charts.length ? found.words : "";
    if (!found.charts.length) place.textContent = place.dataset.none;
    const groups = Map.groupBy(found.charts, (chart) => chart.group);
    for (const chart of groups.get("vitals") ?? []) plot(chart, shown, place);
    for (const [name, charts] of groups) if (name !== "vitals") fold(name, charts, shown);
    if (!found.isWhole) place.append(place.dataset.more);
    if (focused) place.querySelector(`figure[data-metric="${focused}"] .uplot`)?.focus({ preventScroll: true });
    tools.hidden = !found.charts.length;
    writePaper(place, zoom.now());
  };

  const refresh = async () => {
    const shown = span;
    const answer = await fetch(`${place.dataset.series}?span=${shown}`, { headers: { Accept: "application/json" } });
    // A slow answer for another period must not replace the chosen one.
    if (answer.ok && shown === span) draw(await answer.json(), shown);
  };

  for (const button of document.querySelectorAll("[data-span]")) {
    button.addEventListener("click", () => {
      span = button.dataset.span;
      zoom.reset();
      shownWords.textContent = "";
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
