import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import '../base.css'
import { Gallery } from './Gallery.tsx'

// The query parameters of the gallery: ?theme=dark&lang=fr
const params = new URLSearchParams(location.search)
const theme = params.get('theme')
if (theme) document.documentElement.dataset.theme = theme
await loadTexts('frame')
if (params.get('lang') === 'fr') await setLanguage('fr')
const router = createRouter({ routeTree: createRootRoute({ component: Gallery }), history: createMemoryHistory() })
const root = document.getElementById('root')
if (root) createRoot(root).render(<RouterProvider router={router as never} />)
