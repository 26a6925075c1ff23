import { createHash } from 'node:crypto'

/** The styles of every page. They stand in the page itself: one trip of a slow line less. */
export const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#17201c,#eef2f0);--soft:light-dark(#4f5b55,#b3bdb8);--line:light-dark(#d9dfdc,#3a4540);--green:light-dark(#0b6b49,#5cd6a5);--card:light-dark(#fff,#1b2420)}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:light-dark(#f6f8f7,#121916);overflow-wrap:break-word}
header,main,footer{max-width:64rem;margin:auto;padding:0 1rem}
header{padding-top:.5rem}
footer{padding:2rem 1rem;color:var(--soft)}
a{color:var(--green);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--green);outline-offset:2px}
.brand,.links a,.crumbs a,.pages a,footer a,.shop{display:inline-flex;align-items:center;min-height:44px}
.brand{font-size:1.3rem;font-weight:700;text-decoration:none}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.7rem}
h1{font-size:1.6rem;line-height:1.25;margin:.3rem 0}
h2{font-size:1.2rem;margin:2rem 0 .8rem}
img{max-width:100%;height:auto;display:block}
.soft{color:var(--soft)}
.price{font-size:1.4rem;font-weight:700;margin:.3rem 0}
.words{white-space:pre-line}
.crumbs ol,.links,.cards{list-style:none;margin:0;padding:0}
.crumbs ol,.links{display:flex;flex-wrap:wrap;column-gap:.6rem}
.crumbs li+li::before{content:"›";margin-right:.6rem;color:var(--soft)}
.links a{padding:0 .8rem;border:1px solid var(--line);border-radius:2rem;background:var(--card);text-decoration:none;margin-bottom:.6rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.8rem}
.cards a{display:block;height:100%;color:inherit;text-decoration:none;background:var(--card);border:1px solid var(--line);border-radius:.6rem;overflow:hidden}
.cards .at{aspect-ratio:1;background:light-dark(#e8edeb,#26312c)}
.cards img{width:100%;height:100%;object-fit:cover}
.cards p{margin:.5rem .7rem}
.cards .name{display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
.cards b{display:block}
.two{display:grid;gap:1.2rem}
.two>*{min-width:0}
.two img{width:100%;max-height:75vh;object-fit:contain;border-radius:.6rem;background:var(--card);margin-bottom:.6rem}
@media(min-width:48rem){.two{grid-template-columns:1fr 1fr}}
.box{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.4rem 1rem;margin:1rem 0}
.box p{margin:.4rem 0}
.hours{max-width:24rem}
.box table{width:100%;border-collapse:collapse}
th,td{text-align:left;padding:.4rem .4rem .4rem 0;font-weight:400;vertical-align:top}
.pages{display:flex;gap:2rem;margin-top:1.2rem}
.wide{width:100%;aspect-ratio:3;object-fit:cover}
.post{max-width:44rem}
.post .wide{aspect-ratio:16/9}
pre{overflow-x:auto}`

const hash = createHash('sha256').update(STYLE).digest('base64')

/** The policy of every page: its own styles, pictures and scripts of its own origin, and nothing else. */
export const POLICY = `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
