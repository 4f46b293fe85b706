// Before the first paint, so that a page chosen dark never flashes. The app itself takes over from kernel/theme.ts.
try {
  const theme = JSON.parse(localStorage.getItem('theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}

// The app starts when the splash is on the screen: a slow phone shows at once that it has understood.
{
  const { app } = document.currentScript.dataset
  let started = !app
  const start = () => {
    if (started) return
    started = true
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: app }))
  }
  // a page in the background is not painted
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
  document.addEventListener('visibilitychange', start)
}
