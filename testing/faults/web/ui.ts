import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-ui-search-cuts-paste',
    breaks: 'A search field keeps pasted text beyond its limit and says how much is too much',
    file: 'apps/web/src/ui/SearchField.tsx',
    find: '    setRawText(text)',
    replace: '    setRawText(truncate(text))',
  },
  {
    name: 'web-ui-piled-marks-climb',
    breaks: 'Stacked combining marks do not overlap the content above the text',
    file: 'apps/web/src/ui/base.css',
    find: '    overflow: clip;\n    overflow-clip-margin: 0.6em;',
    replace: '',
  },
  {
    name: 'web-ui-dialog-focus-lost',
    breaks: 'The focus returns to where it was when a dialog closes',
    file: 'apps/web/src/ui/Dialog.tsx',
    find: 'return () => element?.close()',
    replace: 'return () => {}',
  },
  {
    name: 'web-ui-confirm-focus-on-yes',
    breaks: 'A confirmation of something irreversible starts with the focus on Cancel',
    file: 'apps/web/src/ui/ConfirmDialog.tsx',
    find: "<Button data-autofocus onClick={onClose}>\n          {cancelLabel ?? t('common.cancel')}\n        </Button>\n        <Button kind={kind}",
    replace:
      "<Button onClick={onClose}>\n          {cancelLabel ?? t('common.cancel')}\n        </Button>\n        <Button data-autofocus kind={kind}",
  },
  {
    name: 'web-ui-field-error-unsaid',
    breaks: 'A screen reader announces the error of a field with the field',
    file: 'apps/web/src/ui/Field.tsx',
    find: '[error && `${id}-error`, tooLong',
    replace: '[tooLong',
  },
  {
    name: 'web-ui-removal-stays-busy',
    breaks: 'A failed removal can be retried',
    file: 'apps/web/src/ui/RemovalDialog.tsx',
    find: '      setFailure(error)\n      setBusy(false)',
    replace: '      setFailure(error)',
  },
  {
    name: 'web-ui-last-seen-now',
    breaks: 'Content that could not be refetched shows when it was last loaded',
    file: 'apps/web/src/ui/LoadError.tsx',
    find: 'new Date(serverTime(query.dataUpdatedAt))',
    replace: 'new Date(serverTime())',
  },
  {
    name: 'web-ui-count-boundary',
    breaks: 'A count of 99 is shown as it is, and only a larger one as 99+',
    file: 'apps/web/src/ui/Count.tsx',
    find: 'count > MAX_COUNT',
    replace: 'count >= MAX_COUNT',
  },
  {
    name: 'web-ui-message-outlives-screen',
    breaks: 'A toast disappears with the screen on which it was shown',
    file: 'apps/web/src/app/frame/Announcer.tsx',
    find: '      closeScreenToasts()\n',
    replace: '',
  },
  {
    name: 'web-ui-message-lost-on-the-way',
    breaks: 'A toast that appeared during a navigation stays on the new screen',
    file: 'apps/web/src/ui/toasts.ts',
    find: 'toast.inputCount < userInputCount && !staysAfterNavigation(toast)',
    replace: '!staysAfterNavigation(toast)',
  },
  {
    name: 'web-ui-too-long-sent',
    breaks: 'A form is not submitted while a field exceeds its limit',
    file: 'apps/web/src/ui/Field.tsx',
    find: '      if (form.dataset.tellsAll === undefined) event.stopPropagation()\n      setCount',
    replace: '      setCount',
  },
]
