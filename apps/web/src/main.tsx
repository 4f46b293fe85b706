import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts } from './kernel/i18n.ts'
import { queryClient } from './kernel/query-client.ts'
import { applyTheme } from './kernel/theme.ts'
import { makeRouter } from './router.ts'
import './ui/base.css'

applyTheme()
const router = makeRouter(queryClient)
const root = document.getElementById('root')
// the first route and the words that every screen needs come at the same time
void router.load().catch(() => {})
await loadTexts('common', 'errors')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}><RouterProvider router={router} /></QueryClientProvider>
    </StrictMode>,
  )
}
