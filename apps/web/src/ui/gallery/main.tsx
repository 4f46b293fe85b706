import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import '../base.css'
import { Gallery } from './Gallery.tsx'

// ?theme=dark&lang=fr
const wanted = new URLSearchParams(location.search)
const theme = wanted.get('theme')
if (theme) document.documentElement.dataset.theme = theme
await loadTexts('common', 'errors')
if (wanted.get('lang') === 'fr') await setLanguage('fr')
const router = createRouter({ routeTree: createRootRoute({ component: Gallery }), history: createMemoryHistory() })
const root = document.getElementById('root')
if (root) createRoot(root).render(<RouterProvider router={router as never} />)
