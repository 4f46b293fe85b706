import type { Plugin } from 'vite'
import { languages, type Language } from '../../../packages/contract/src/language.ts'
import { SHARE_TARGET_PATH, START_PARAM } from '../../../packages/contract/src/share-target.ts'
import { readTexts } from './messages.ts'

const iconOf = (name: string, sizes: string, purpose?: string) => ({
  src: `/${name}`,
  sizes,
  type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
  ...(purpose && { purpose }),
})

const screenshots = ['phone', 'wide'] as const
const sizeOf = { phone: '780x1688', wide: '1280x800' } as const

export const webManifest = (language: Language) => {
  const texts = readTexts(language)
  const shortcut = (to: 'publish' | 'chat') => ({
    name: texts[`homescreen.shortcut.${to}`],
    url: `/?${START_PARAM}=${to}`,
    icons: [iconOf(`shortcut-${to}.png`, '96x96')],
  })
  return {
    id: '/',
    name: 'Parvis',
    short_name: 'Parvis',
    description: texts['homescreen.app.description'],
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#f6f4ee',
    theme_color: '#1c5443',
    categories: ['social', 'lifestyle'],
    icons: [
      iconOf('icon.svg', 'any'),
      iconOf('icon-192.png', '192x192'),
      iconOf('icon-512.png', '512x512'),
      iconOf('icon-maskable.png', '512x512', 'maskable'),
    ],
    screenshots: screenshots.map(form => ({
      src: `/screenshot-${form}-${language}.webp`,
      sizes: sizeOf[form],
      type: 'image/webp',
      form_factor: form === 'phone' ? 'narrow' : 'wide',
      label: texts[`homescreen.screenshot.${form}`],
    })),
    shortcuts: [shortcut('publish'), shortcut('chat')],
    share_target: {
      action: SHARE_TARGET_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'photo', accept: ['image/*'] }] },
    },
  }
}

export const manifestName = (language: Language) =>
  language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`

/** Creates the web app manifest in each language; the server links the one in the reader's language. */
export const webManifests = (): Plugin => ({
  name: 'parvis:web-manifest',
  configureServer(server) {
    for (const language of languages)
      server.middlewares.use(`/${manifestName(language)}`, (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json').end(JSON.stringify(webManifest(language)))
      })
  },
  generateBundle() {
    for (const language of languages)
      this.emitFile({
        type: 'asset',
        fileName: manifestName(language),
        source: JSON.stringify(webManifest(language)),
      })
  },
})
