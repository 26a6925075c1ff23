const FILTER = 'Filtrer par thème'
/** The group that is tried; without one, the whole document. */
const theme = new URLSearchParams(location.search).get('theme')

SwaggerUIBundle({
  url: theme && /^[a-z-]+$/.test(theme) ? `/docs/${theme}.json` : '/api/v1/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  displayOperationId: true,
  docExpansion: theme ? 'list' : 'none',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})

/** Swagger UI has no words of its own in French for its filter. */
new MutationObserver(() => {
  const filter = document.querySelector('.operation-filter-input')
  if (!filter || filter.placeholder === FILTER) return
  filter.placeholder = FILTER
  filter.ariaLabel = FILTER
}).observe(document.getElementById('api'), { childList: true, subtree: true })
