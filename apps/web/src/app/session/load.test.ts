import { type Community, getCommunity } from '@parvis/contract/community.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { t } from '#web/kernel/text/i18n.ts'
import { renderStandalone, stub } from '#web/testing/render-standalone.tsx'
import { enterCommunity, lastCommunityUri } from './load.ts'

renderStandalone()

test('preloading a community changes neither the language nor the community in which the next visit starts', async () => {
  localStorage.clear()
  store('neighborhoodUri', 'les-tilleuls')
  Object.defineProperty(navigator, 'languages', { configurable: true, value: ['de'] })
  stub(getCommunity, { customUri: 'camping-des-pins', defaultLang: 'fr' } as Community)
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const visit = (preload: boolean) =>
    enterCommunity({ context: { queryClient }, preload }, 'camping-des-pins', 'community')

  expect(await visit(true)).toMatchObject({ customUri: 'camping-des-pins' })
  expect(lastCommunityUri()).toBe('les-tilleuls')
  expect(t('community.landing.another')).toBe('Another community')
  await visit(false)
  expect(lastCommunityUri()).toBe('camping-des-pins')
  expect(t('community.landing.another')).toBe('Une autre communauté')
})
