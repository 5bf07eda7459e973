/** The page's style: light and dark, narrow and wide, from the system's own fonts. */
export const STYLE = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 14%,transparent);--soft:color-mix(in srgb,currentColor 6%,transparent);--dim:color-mix(in srgb,currentColor 62%,transparent);--accent:light-dark(#2450c8,#8fb0ff)}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:15px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr);background:light-dark(#fff,#15171c);color:light-dark(#1d2129,#e3e6ec)}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
code,pre,h3,dt b{font-family:ui-monospace,SFMono-Regular,Menlo,monospace}
code{font-size:.88em;background:var(--soft);padding:.1em .35em;border-radius:.3em}
nav{position:sticky;top:0;align-self:start;height:100vh;overflow:auto;padding:1.75rem 1.25rem;border-right:1px solid var(--line);font-size:14px}
nav h2{font-size:.72rem;letter-spacing:.07em;text-transform:uppercase;color:var(--dim);margin:1.5rem 0 .3rem}
nav ul{list-style:none;margin:0;padding:0}nav li a{display:flex;align-items:baseline;padding:.18rem 0;color:inherit}
nav .title{font-weight:650;font-size:1.05rem;color:inherit}
main{padding:2.5rem clamp(1rem,4vw,3.5rem) 6rem;max-width:62rem}
h1{font-size:1.9rem;letter-spacing:-.015em;margin:0 0 .25rem}h1 small{font-size:.8rem;font-weight:500;color:var(--dim);letter-spacing:0}
main>h2{margin:3rem 0 0;text-transform:capitalize;font-size:1.3rem}main>h2+p{margin:.1rem 0 1rem;color:var(--dim)}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.25rem;margin:1.25rem 0;padding:1rem 1.25rem;background:var(--soft);border-radius:.6rem}.facts dt{color:var(--dim)}.facts dd{margin:0}
article{border:1px solid var(--line);border-radius:.7rem;padding:1.25rem 1.5rem;margin:1rem 0}
article>p{margin:.5rem 0}
h3{font-size:1rem;margin:0;font-weight:600}h3 code{background:none;font-size:1rem;padding:0}
.summary{font-size:1.12rem;font-weight:600}
h4{font-size:.95rem;margin:1.4rem 0 .5rem}h5{font-size:.86rem;font-weight:550;margin:.9rem 0 .4rem}
summary>h4{display:inline;margin:0}
.method{font:700 .72rem/1 system-ui,sans-serif;letter-spacing:.04em;text-transform:uppercase;color:#fff;padding:.3em .55em;border-radius:.35em;vertical-align:.12em;background:#1d7f4e}
.method.post{background:#2450c8}.method.patch{background:#9a5b00}
nav .method{font-size:.58rem;display:inline-block;width:4.6em;padding:.35em 0;text-align:center;margin-right:.5rem;flex:none}
details{border-top:1px solid var(--line);padding:.55rem 0}details:last-child{border-bottom:1px solid var(--line)}
summary{cursor:pointer}
.status{font-weight:650;font-variant-numeric:tabular-nums;margin-right:.4em}.good{color:light-dark(#1d7f4e,#6fd6a0)}.bad{color:light-dark(#b3261e,#ff9d94)}.same{color:var(--dim)}
dl{margin:.4rem 0}article dt{padding-top:.5rem;border-top:1px solid var(--line)}dl>dt:first-child{border-top:0}
dt i{font-style:normal;color:var(--dim);font-size:.88em;margin-left:.35em}
.required{color:light-dark(#b3261e,#ff9d94);font-size:.78em;margin-left:.35em}
article dd{margin:0 0 .55rem}dd p{margin:.1rem 0}dd dl,.form{margin:.4rem 0 .4rem .2rem;padding-left:1rem;border-left:2px solid var(--line)}
.limits{font-size:.88em;color:var(--dim);line-height:1.9}
pre{background:var(--soft);border-radius:.5rem;padding:.85rem 1rem;overflow:auto;max-height:26rem;font-size:.85rem;line-height:1.5}pre code{background:none;padding:0;font-size:inherit}
.anchor{color:inherit}.anchor:hover::after{content:" #";color:var(--accent)}
table{table-layout:fixed;border-collapse:collapse;width:100%;overflow-wrap:anywhere;font-size:.92em}th,td{text-align:left;vertical-align:top;padding:.6rem .75rem .6rem 0;border-top:1px solid var(--line)}th:first-child{width:4.5rem}th:nth-child(3){width:12rem}thead th{border:0;color:var(--dim);font-weight:500}td p{margin:0 0 .4rem}td pre{margin:.3rem 0;max-height:14rem}tr:target,article:target,dt:target{background:color-mix(in srgb,var(--accent) 9%,transparent)}
input,select,textarea,button{font:inherit;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.35rem .6rem;min-width:0}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
search{display:block;margin-top:.9rem}search input{width:100%}#found{margin:.4rem 0;font-size:.9em}
.key{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .75rem;color:var(--dim)}.key input{flex:1 1 18rem;font-family:ui-monospace,monospace;color:light-dark(#1d2129,#e3e6ec)}
.try form{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.6rem .9rem;padding:.6rem 0}.try label{display:grid;gap:.2rem;font:.82rem ui-monospace,monospace;color:var(--dim)}.try label:has(textarea){grid-column:1/-1}.try :is(input,select,textarea){color:light-dark(#1d2129,#e3e6ec)}.try textarea{font-family:ui-monospace,monospace;resize:vertical}.try button{justify-self:start;align-self:end;background:light-dark(#2450c8,#3a63d8);border:0;color:#fff;font-weight:600;padding:.45rem 1.2rem;cursor:pointer}.try output{grid-column:1/-1;overflow-wrap:anywhere}.said{white-space:pre-wrap;font-size:1.05em}.said:empty{display:none}.try img{max-width:min(100%,24rem);border-radius:.5rem}
@media(max-width:52rem){body{display:block}td:nth-child(3),th:nth-child(3){display:none}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}nav h2:last-of-type,nav ul:last-of-type{display:none}article{padding:1rem}}
`;
