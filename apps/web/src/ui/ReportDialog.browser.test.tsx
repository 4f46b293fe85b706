import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError } from '#web/kernel/http/api.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { ReportDialog, type ReportTarget } from './ReportDialog.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'
import { closeToast, shownToasts } from './toasts.ts'

beforeAll(() => loadTexts('moderation'))

const onClose = vi.fn()
const openDialog = async (id: string, send: ReportTarget['send']) => {
  onClose.mockReset()
  const Screen = () => (
    <>
      <h1>Les Tilleuls</h1>
      <ReportDialog kind="post" id={id} send={send} communityUri="les-tilleuls" onClose={onClose} />
    </>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  await render(<RouterProvider router={router as never} />)
}
const reason = page.getByRole('textbox', { name: /^What is wrong\?/ })
const report = page.getByRole('button', { name: 'Report' })

test('a report dialog whose request fails stays open with its input and the error, and closes once the report is sent', async () => {
  const send = vi
    .fn<ReportTarget['send']>()
    .mockRejectedValueOnce(new ApiError('unexpectederror', 500))
    .mockResolvedValueOnce({ _id: 'p1' })
  await openDialog('a', send)
  await reason.fill(' He sells twice ')
  await report.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('The report was not sent. An unexpected error occurred.')
  await expect.element(reason).toHaveValue(' He sells twice ')
  await expectNoAxeViolations()
  expect([onClose.mock.calls.length, shownToasts()]).toEqual([0, []])
  await report.click()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(send.mock.calls).toEqual([[{ reason: 'He sells twice' }], [{ reason: 'He sells twice' }]])
  expect(shownToasts().map(({ text }) => text)).toEqual([
    'Thank you. The team looks at it, usually within a day; your name is not shown.',
  ])
  for (const { id } of shownToasts()) closeToast(id)
})

test('a report contains the selected rule and the text, and a second click deselects the rule', async () => {
  const send = vi.fn<ReportTarget['send']>().mockResolvedValue({ _id: 'p1' })
  await openDialog('b', send)
  const rule = page.getByRole('button', { name: 'No scams' })
  await rule.click()
  await expect.element(rule).toHaveAttribute('aria-pressed', 'true')
  await expect.element(reason).toHaveValue('')
  await rule.click()
  await expect.element(rule).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Respect' }).click()
  await rule.click()
  await reason.fill('He sells twice')
  await report.click()
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ rule: 'scam', reason: 'He sells twice' }))
  for (const { id } of shownToasts()) closeToast(id)
})

test('a report over the daily limit shows that the limit is reached', async () => {
  await openDialog('c', () => Promise.reject(new ApiError('toomanyrequests', 429, { params: { seconds: 85_080 } })))
  await report.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('You have made 20 reports today: that is the most.')
})
