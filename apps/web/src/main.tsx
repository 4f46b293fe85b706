import { LOADING_DELAY_MS } from './kernel/screen/loading-delay.ts'
import { nextTask } from './kernel/screen/next-task.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followLanguage, loadTexts } from './kernel/text/i18n.ts'
import { watchChunkLoadErrors } from './kernel/http/chunk-load-error.ts'
import { queryClient } from './kernel/http/query-client.ts'
import { followTextSize } from './kernel/device/text-size.ts'
import { followTheme } from './kernel/device/theme.ts'
import { createAppRouter } from './router.ts'
import './ui/base.css'

// Not a top-level await: modules that import this one would have to wait for it.
const startApp = async (root: HTMLElement) => {
  if (import.meta.env.VITE_SERVER) await import('./routes/-phone/start-phone.ts').then(({ start }) => start())
  // Opened without the server: only persisted data is available.
  if ('offline' in document.documentElement.dataset)
    await import('./routes/-offline/restore-persisted.ts').then(part => part.startOffline(queryClient)).catch(() => {})
  await nextTask()
  const router = createAppRouter(queryClient)
  if (import.meta.env.VITE_SERVER)
    void import('./routes/-phone/start-phone.ts').then(({ followPhone }) => followPhone(router.history.push))
  await nextTask()
  const route = router.load().catch(() => {})
  await loadTexts('common', 'errors')
  // With its route loaded, the first screen renders in one pass; a slow route shows its skeleton first.
  await Promise.race([route, new Promise(done => setTimeout(done, LOADING_DELAY_MS))])
  const app = createRoot(root)
  // A transition is split into slices, so that slow phones respond to input meanwhile.
  startTransition(() =>
    app.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
  if (import.meta.env.VITE_SERVER)
    void import('./routes/-phone/start-phone.ts').then(({ hideSplashScreen }) => hideSplashScreen())
}

followTheme()
followTextSize()
followLanguage()
watchChunkLoadErrors()
const root = document.getElementById('root')
if (root) void startApp(root)
