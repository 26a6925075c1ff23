import { style } from './page-style.ts'

const marketStyle = `
form { display: flex; gap: .5rem; padding: 1rem 1rem 0; max-width: 78rem; margin: auto }
#products { display: grid; gap: .8rem; padding: 1rem; margin: auto; max-width: 78rem; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)) }
#products li { background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: hidden }
#products img { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: cover; background: var(--line) }
#products div { padding: .6rem .7rem .8rem; display: grid; gap: .15rem }
#products b { font-size: .95rem; line-height: 1.25 }
#products span { color: var(--soft); font-size: .8rem }
#products strong { color: var(--green) }
#none { padding: 1rem; max-width: 78rem; margin: auto }
#said { color: var(--soft); font-size: .85rem }`

/**
 * The script of a list with pictures on a phone: each picture's box has its shape before the picture comes, and the
 * browser takes the width that the screen needs.
 * Data reaches the page as text only, never as HTML.
 */
const marketScript = `
const byId = (id) => document.getElementById(id)
const make = (name, set = {}, ...parts) => {
  const node = Object.assign(document.createElement(name), set)
  node.append(...parts)
  return node
}
const french = new Intl.NumberFormat('fr', { minimumFractionDigits: 2 })
const picture = ({ url, width, height }, alt) => {
  const srcset = [160, 480, 1080].map((w) => url + '?w=' + w + ' ' + w + 'w').join(', ')
  const sizes = '(max-width: 640px) 45vw, 210px'
  return make('img', { alt, loading: 'lazy', sizes, srcset, ...(width && { width, height }) })
}
const card = ({ name, images, variants, currency, shop }) => {
  const from = variants.length > 1 ? 'dès ' : ''
  const lowest = variants.reduce((a, b) => (Number(b.price) < Number(a.price) ? b : a))
  const words = make('div', {}, make('b', {}, name), make('span', {}, shop.name))
  words.append(make('strong', {}, from + french.format(lowest.price) + ' ' + currency))
  return make('li', {}, ...(images[0] ? [picture(images[0], name)] : []), words)
}
const show = async (search) => {
  const query = new URLSearchParams({ limit: '40', ...(search && { search }) })
  const { data, error } = await (await fetch(API + '/products?' + query)).json()
  const total = data?.pagination.total
  byId('said').textContent = error ? error.message : total + (total > 1 ? ' produits' : ' produit')
  byId('none').hidden = total !== 0
  byId('products').replaceChildren(...(data ? data.products.map(card) : []))
}
byId('search').addEventListener('submit', (event) => {
  event.preventDefault()
  show(new FormData(event.target).get('words').trim())
})
byId('all').addEventListener('click', () => {
  byId('search').reset()
  show('')
})
show('')
`

/** An example front end of the market: the products on sale, as a phone shows them. */
export const marketPage = (marketBaseUrl: string) => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Soko · le marché</title>
<link rel="icon" href="data:,">
<style>${style}${marketStyle}</style>
</head>
<body>
<header><h1>Soko <small>le marché</small></h1><span id="said" role="status"></span></header>
<form id="search" role="search">
  <input name="words" type="search" placeholder="Chercher : café, sandalle, harricots…" aria-label="Chercher un produit">
  <button class="yes">Chercher</button>
</form>
<p id="none" hidden>Aucun produit ne porte ces mots. <button id="all">Voir tout le marché</button></p>
<ul id="products"></ul>
<script>const API = ${JSON.stringify(`${marketBaseUrl}/api/v1`)}
${marketScript}</script>
</body>
</html>
`
