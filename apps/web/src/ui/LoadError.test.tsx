import { expect, test } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { render, renderStandalone } from '#web/testing/render-standalone.tsx'
import { LastUpdated } from './LoadError.tsx'

renderStandalone()

test.each([
  ['networkerror', 'Offline. Last seen 2 h ago.'],
  ['unexpectederror', 'This could not be brought up to date. Last seen 2 h ago.'],
] as const)('LastUpdated shows the age of data that could not be refetched: %s', async (key, words) => {
  const twoHoursAgo = Date.now() - 2 * 3_600_000 - 60_000
  await render(
    <LastUpdated query={{ data: [], error: new ApiError(key, 0), dataUpdatedAt: twoHoursAgo, refetch: () => {} }} />,
  )
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toContain(words)
})
