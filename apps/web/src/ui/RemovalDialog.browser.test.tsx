import { beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError } from '#web/kernel/http/api.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { RemovalDialog, type RemovalDialogProps } from './RemovalDialog.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'
import { shownToasts } from './toasts.ts'

beforeAll(() => loadTexts('moderation'))

test('a removal dialog whose request fails remains open with its input and the error, and can be sent again', async () => {
  const onClose = vi.fn()
  const send = vi
    .fn<RemovalDialogProps['onSend']>()
    .mockRejectedValueOnce(new ApiError('networkerror', 0))
    .mockResolvedValueOnce(null)
  await render(<RemovalDialog title="Remove this post?" authorName="Ana" onSend={send} onClose={onClose} />)
  await page.getByRole('combobox').selectOptions('advertising')
  const reason = page.getByRole('textbox')
  await reason.fill('Every day the same')
  const removeButton = page.getByRole('button', { name: 'Remove' })
  await removeButton.click()
  await expect
    .element(page.getByRole('dialog').getByRole('alert'))
    .toHaveTextContent('It was not removed. Network issue: unable to contact server')
  await expect.element(reason).toHaveValue('Every day the same')
  await expectNoAxeViolations()
  expect([onClose.mock.calls.length, shownToasts()]).toEqual([0, []])
  await expect.element(removeButton).not.toHaveAttribute('aria-disabled')
  await removeButton.click()
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  expect(send).toHaveBeenLastCalledWith({ rule: 'advertising', reason: 'Every day the same' })
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
