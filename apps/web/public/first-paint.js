// Before the first paint, so that a page chosen dark never flashes. The app itself takes over from kernel/theme.ts.
try {
  const theme = JSON.parse(localStorage.getItem('theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}

// A splash that stays says so, in words that need nothing else to be fetched.
const ask = () => {
  const splash = document.querySelector('#root > .splash')
  if (!splash || splash.querySelector('p')) return
  const french = /^fr/i.test(navigator.language)
  const words = document.createElement('p')
  words.role = 'alert'
  words.lang = french ? 'fr' : 'en'
  words.textContent = french ? 'Parvis ne s’ouvre pas. Vérifiez votre connexion.' : 'Parvis does not open. Check your connection.'
  const again = Object.assign(document.createElement('a'), { href: location.href, lang: words.lang, textContent: french ? 'Recharger la page' : 'Reload the page' })
  // where only the part after the # is the same, the browser would not load anything
  again.addEventListener('click', event => { event.preventDefault(); location.reload() })
  splash.append(words, again)
}
setTimeout(ask, 10_000)

// The app starts when the splash is on the screen: a slow phone shows at once that it has understood.
{
  const { app } = document.currentScript.dataset
  let started = !app
  const start = () => {
    if (started) return
    started = true
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: app, onerror: ask }))
  }
  // a page in the background is not painted
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
  document.addEventListener('visibilitychange', start)
}
