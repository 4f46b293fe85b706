import { t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

let withdraw: (() => void) | undefined

/** Tells whoever leaves the form that what they began waits for them. */
export const sayDraftKept = (discard: () => void): void => {
  withdraw = showToast({
    kind: 'info',
    text: t('publish.draft.kept'),
    action: { label: t('publish.draft.discard'), onClick: discard },
  })
}

/** Once the form is open again, thrown away from there it would still stand in the form. */
export const withdrawDraftKept = (): void => withdraw?.()
