// Before the first paint, so that a page chosen dark never flashes and letters chosen large do not grow under the eye. The app itself takes
// over from kernel/device/root-preference.ts.
const kept = name => {
  try {
    return JSON.parse(localStorage.getItem(name))
  } catch {}
}
const mark = (name, values, as = name) => {
  if (values.includes(kept(name))) document.documentElement.dataset[as] = kept(name)
}
mark('theme', ['light', 'dark'])
mark('textsize', ['115', '130', '150'])
// The server does not know the language that was chosen here: words of another one are not shown.
mark('language', ['en', 'fr'], 'chosen')

// The browser may offer to install the app before anything of it has started.
addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  window.installOffer = event
})

// A splash that stays says so, in words that need nothing else to be fetched.
const ask = () => {
  const splash = document.querySelector('#root > .splash')
  if (!splash || splash.querySelector('[role]')) return
  const french = /^fr/i.test(navigator.language)
  const words = document.createElement('p')
  words.role = 'alert'
  words.lang = french ? 'fr' : 'en'
  words.textContent = french
    ? 'Parvis ne s’ouvre pas. Vérifiez votre connexion.'
    : 'Parvis does not open. Check your connection.'
  const again = Object.assign(document.createElement('a'), {
    href: location.href,
    lang: words.lang,
    textContent: french ? 'Recharger la page' : 'Reload the page',
  })
  // where only the part after the # is the same, the browser would not load anything
  again.addEventListener('click', event => {
    event.preventDefault()
    location.reload()
  })
  splash.append(words, again)
}
setTimeout(ask, 10_000)

// The app starts when something is on the screen: a slow phone shows at once that it has understood.
/** What a browser waits at most that does not tell when it has painted, in milliseconds. */
const LONGEST_PAINT_MS = 200
{
  const { app } = document.currentScript.dataset
  let started = !app
  const start = () => {
    if (started) return
    started = true
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: app, onerror: ask }),
    )
    // the first of these in a page reads the browser's language data, some 20 ms: while the app is on its way
    setTimeout(() => new Intl.NumberFormat(document.documentElement.lang))
  }
  // a page in the background is not painted
  if (document.hidden) start()
  else {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
    requestAnimationFrame(() => setTimeout(start, LONGEST_PAINT_MS))
  }
  document.addEventListener('visibilitychange', start)
}
