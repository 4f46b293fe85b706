// @vitest-environment node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { languages } from '../../../packages/contract/src/language.ts'
import { isCommunityUri } from '../../../packages/contract/src/paths.ts'
import { webManifest } from './web-manifest.ts'

const folder = join(import.meta.dirname, '../public')

describe.each(languages)('the web app manifest in %s', language => {
  const manifest = webManifest(language)
  const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]

  it('opens the app standalone and in portrait mode, and has the same id in each language', () =>
    expect(manifest).toMatchObject({ orientation: 'portrait', display: 'standalone', id: '/', lang: language }))

  it('has a description, and a text for each shortcut and screenshot', () => {
    const words = [manifest.description, ...manifest.shortcuts.map(({ name }) => name)]
    expect([...words, ...manifest.screenshots.map(({ label }) => label)].every(Boolean)).toBe(true)
  })

  it.each(pictures)('lists $src with the size and type of the file', async ({ src, sizes, type }) => {
    const file = join(folder, src)
    expect(existsSync(file)).toBe(true)
    const { format, width, height } = await sharp(file).metadata()
    expect(type).toBe(format === 'svg' ? 'image/svg+xml' : `image/${format}`)
    if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes)
  })

  it('receives shared content at a path that cannot be a community’s URI', () =>
    expect(isCommunityUri(manifest.share_target.action.slice(1))).toBe(false))
})
