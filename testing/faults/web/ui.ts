import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-ui-search-cuts-paste',
    breaks: 'A search field keeps an event with a dateed beyond its length, and says how much is too much',
    file: 'apps/web/src/ui/SearchField.tsx',
    find: '    setRawText(text)',
    replace: '    setRawText(truncate(text))',
  },
  {
    name: 'web-ui-piled-marks-climb',
    breaks: 'Marks piled on a letter do not climb over what stands above the words',
    file: 'apps/web/src/ui/base.css',
    find: '    overflow: clip;\n    overflow-clip-margin: 0.6em;',
    replace: '',
  },
  {
    name: 'web-ui-dialog-focus-lost',
    breaks: 'Focus goes back to where it was when a dialog closes',
    file: 'apps/web/src/ui/Dialog.tsx',
    find: 'return () => element?.close()',
    replace: 'return () => {}',
  },
  {
    name: 'web-ui-confirm-focus-on-yes',
    breaks: 'A question about what cannot be taken back begins on the button that leaves it',
    file: 'apps/web/src/ui/ConfirmDialog.tsx',
    find: "<Button data-autofocus onClick={onClose}>\n          {cancelLabel ?? t('common.cancel')}\n        </Button>\n        <Button kind={kind}",
    replace:
      "<Button onClick={onClose}>\n          {cancelLabel ?? t('common.cancel')}\n        </Button>\n        <Button data-autofocus kind={kind}",
  },
  {
    name: 'web-ui-field-error-unsaid',
    breaks: 'A screen reader reads the error of a field with it',
    file: 'apps/web/src/ui/Field.tsx',
    find: '[error && `${id}-error`, tooLong',
    replace: '[tooLong',
  },
  {
    name: 'web-ui-removal-stays-busy',
    breaks: 'A removal that failed can be sent again',
    file: 'apps/web/src/ui/RemovalDialog.tsx',
    find: '      setFailure(error)\n      setBusy(false)',
    replace: '      setFailure(error)',
  },
  {
    name: 'web-ui-last-seen-now',
    breaks: 'Content that could not be fetched anew says from when it is',
    file: 'apps/web/src/ui/LoadError.tsx',
    find: 'new Date(serverTime(query.dataUpdatedAt))',
    replace: 'new Date(serverTime())',
  },
  {
    name: 'web-ui-count-boundary',
    breaks: 'A count of 99 is shown as it is, and only more than that as 99+',
    file: 'apps/web/src/ui/Count.tsx',
    find: 'count > MAX_COUNT',
    replace: 'count >= MAX_COUNT',
  },
  {
    name: 'web-ui-message-outlives-screen',
    breaks: 'A message leaves with the screen that it was told on',
    file: 'apps/web/src/routes/-frame/Announcer.tsx',
    find: '      closeScreenToasts()\n',
    replace: '',
  },
  {
    name: 'web-ui-message-lost-on-the-way',
    breaks: 'A message that came with the way to a screen stays on it',
    file: 'apps/web/src/ui/toasts.ts',
    find: 'toast.inputCount < inputs && !outlivesScreen(toast)',
    replace: '!outlivesScreen(toast)',
  },
  {
    name: 'web-ui-too-long-sent',
    breaks: 'A form is not sent while a field holds more than it takes',
    file: 'apps/web/src/ui/Field.tsx',
    find: '      if (form.dataset.tellsAll === undefined) event.stopPropagation()\n      setCount',
    replace: '      setCount',
  },
]
