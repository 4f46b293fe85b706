import type { Language } from '@parvis/contract/language.ts'
import { changeLanguage } from '@parvis/contract/membership.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { explain, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Saves the chosen language for mails; the last choice wins. */
export const useSaveLanguage = () =>
  useMutation({
    scope: { id: 'language' },
    mutationFn: (lang: Language) => call(changeLanguage, { body: { lang } }),
    onError: error => {
      const isUnexpected = error instanceof ApiError && error.key === 'unexpectederror'
      showToast({ kind: 'error', text: isUnexpected ? t('settings.notsaved') : explain(error) })
    },
  }).mutate
