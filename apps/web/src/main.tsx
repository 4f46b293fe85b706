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
import { makeRouter } from './router.ts'
import './ui/base.css'

// not at the top of this module: what imports it too would wait for the end of the waiting
const draw = async (root: HTMLElement) => {
  if (import.meta.env.VITE_SERVER) await import('./routes/-phone/start-phone.ts').then(({ start }) => start())
  // opened without the server: what was seen here before is all there is
  if ('offline' in document.documentElement.dataset)
    await import('./routes/-offline/restore-seen.ts').then(part => part.openSeen(queryClient)).catch(() => {})
  await nextTask()
  const router = makeRouter(queryClient)
  if (import.meta.env.VITE_SERVER)
    void import('./routes/-phone/start-phone.ts').then(({ followPhone }) => followPhone(router.history.push))
  await nextTask()
  // the first route and the words that every screen needs come at the same time
  const route = router.load().catch(() => {})
  await loadTexts('common', 'errors')
  // drawn with its route there, the screen is one drawing that can be interrupted; where the route takes long, its
  // waiting is drawn first
  await Promise.race([route, new Promise(done => setTimeout(done, LOADING_DELAY_MS))])
  const app = createRoot(root)
  // as a transition the first screen is drawn in slices: a slow phone answers a touch between them
  startTransition(() =>
    app.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
  if (import.meta.env.VITE_SERVER) void import('./routes/-phone/start-phone.ts').then(({ showScreen }) => showScreen())
}

followTheme()
followTextSize()
followLanguage()
watchChunkLoadErrors()
const root = document.getElementById('root')
if (root) void draw(root)
