import { LOADING_DELAY_MS } from './kernel/screen/loading-delay.ts'
import { nextTask } from './kernel/screen/next-task.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followLanguageOfOtherTabs, loadTexts } from './kernel/text/i18n.ts'
import { markChunkLoadErrors } from './kernel/http/chunk-load-error.ts'
import { queryClient } from './kernel/http/query-client.ts'
import { followTextSize } from './kernel/device/text-size.ts'
import { followTheme } from './kernel/device/theme.ts'
import { createAppRouter } from './router.ts'
import './ui/base.css'

// A function, because modules that import this one would wait for a top-level await.
const startApp = async (root: HTMLElement) => {
  if (import.meta.env.VITE_SERVER)
    await import('./app/phone/start-phone.ts').then(({ startPhoneApp }) => startPhoneApp())
  // The page was opened without a connection to the server: only persisted data is available.
  if ('offline' in document.documentElement.dataset)
    await import('./app/offline/restore-persisted.ts').then(part => part.startOffline(queryClient)).catch(() => {})
  await nextTask()
  const router = createAppRouter(queryClient)
  if (import.meta.env.VITE_SERVER)
    void import('./app/phone/start-phone.ts').then(({ followPhone }) => followPhone(router.history.push))
  await nextTask()
  const route = router.load().catch(() => {})
  await loadTexts('common', 'errors')
  // If its route loads in time, the first screen renders in one pass; otherwise it starts with its skeleton.
  await Promise.race([route, new Promise(done => setTimeout(done, LOADING_DELAY_MS))])
  const app = createRoot(root)
  // React splits the rendering of a transition, so that slow phones respond to input in between.
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
    void import('./app/phone/start-phone.ts').then(({ hideSplashScreen }) => hideSplashScreen())
}

followTheme()
followTextSize()
followLanguageOfOtherTabs()
markChunkLoadErrors()
const root = document.getElementById('root')
if (root) void startApp(root)
