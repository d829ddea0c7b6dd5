// The path below which a reverse proxy serves the page; empty without one.
const { base } = document.documentElement.dataset;

// The address of a path of the page. Every address that a script makes goes through here.
export const at = (path) => base + path;

// The path of the page that is open, as the server knows it.
export const here = () => location.pathname.slice(base.length) + location.search;
