import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'

const runtime = join(import.meta.dirname, '../src/kernel/shell/jsx-runtime.ts')

const browserOnlyFiles = [
  '.vite',
  'apple-touch-icon.png',
  'favicon.ico',
  'badge.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  ...['phone-en', 'phone-fr', 'wide-en', 'wide-fr'].map(name => `screenshot-${name}.webp`),
  'shortcut-chat.png',
  'shortcut-publish.png',
]

/** The policy for a native shell’s HTML; browsers receive theirs as a header from the server (`setUpHttp`). */
const contentSecurityPolicy = (server: URL, tiles: readonly string[]) => {
  const socket = server.origin.replace(/^http/, 'ws')
  const outside = [server.origin, ...tiles].join(' ')
  // Names the origin of the shell, because not every engine applies 'self' to a custom scheme.
  const self = "'self' capacitor://localhost"
  return [
    "default-src 'none'",
    `script-src ${self} 'wasm-unsafe-eval'`,
    `style-src ${self}`,
    `img-src ${self} data: blob: ${outside}`,
    `font-src ${self}`,
    `connect-src ${self} blob: ${outside} ${socket}`,
    `worker-src ${self}`,
    'frame-src https://www.youtube-nocookie.com',
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')
}

const replaceOrThrow = (html: string, from: string | RegExp, to: string) => {
  const changed = html.replace(from, to)
  if (changed === html) throw new Error(`The page holds nothing such as ${from}.`)
  return changed
}

/** The origins of the map tiles, read from the same settings as on the server. */
const tileOriginsOf = ({ TILES_STYLE_URL: style = 'https://tiles.openfreemap.org', TILES_HOSTS: hosts = '' }: Env) =>
  style ? [style, ...hosts.split(',')].flatMap(one => URL.parse(one.trim())?.origin ?? []) : []

type Env = Record<string, string | undefined>

/** Builds the app for native shells: pictures come from the server, and the HTML contains the security policy. */
export const shell = (serverUrl: string, env: Env): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'shell',
    enforce: 'pre',
    configResolved: resolved => {
      config = resolved
    },
    resolveId: (source, importer) => (source === 'react/jsx-runtime' && importer !== runtime ? runtime : null),
    transformIndexHtml: html => {
      // Without `viewport-fit=cover`, the page does not extend under the phone's system bars.
      const betweenSystemBars = replaceOrThrow(html, ', viewport-fit=cover', '')
      const withoutBrowserLinks = replaceOrThrow(
        betweenSystemBars,
        /\s*<link rel="(?:apple-touch-icon|manifest)"[^>]*>/g,
        '',
      )
      const policy = contentSecurityPolicy(new URL(serverUrl), tileOriginsOf(env))
      return replaceOrThrow(
        withoutBrowserLinks,
        '<meta charset="utf-8" />',
        `<meta charset="utf-8" />\n    <meta http-equiv="content-security-policy" content="${policy}" />`,
      )
    },
    closeBundle() {
      if (config.command !== 'build') return
      const folder = resolve(config.root, config.build.outDir)
      for (const file of browserOnlyFiles) rmSync(join(folder, file), { recursive: true, force: true })
    },
  }
}
