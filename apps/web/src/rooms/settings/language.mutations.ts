import type { Language } from '@parvis/contract/language.ts'
import { changeLanguage } from '@parvis/contract/session.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { explain, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Has mails come in the language that was chosen here; the last choice counts. */
export const useTellLanguage = () =>
  useMutation({
    scope: { id: 'language' },
    mutationFn: (lang: Language) => call(changeLanguage, { body: { lang } }),
    onError: error => {
      const said = explain(error)
      showToast({ kind: 'error', text: said === t('errors.unexpectederror') ? t('settings.notsaved') : said })
    },
  }).mutate
