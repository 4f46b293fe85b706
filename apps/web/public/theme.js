// Before the first paint, so that a page chosen dark never flashes. The app itself takes over from kernel/theme.ts.
try {
  const theme = JSON.parse(localStorage.getItem('theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
