import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'

/** Beside these fields of the form what is wrong is told; everything else over it. */
export const fieldsOfDeal = [
  'title',
  'description',
  'categoryId',
  'templateId',
  'loc',
  'phone',
  'webSiteUrl',
  'fbUrl',
  'email',
  'startDate',
  'endDate',
  'files',
  'photoUri',
]

/** Other forms say these in words of their own. */
const own = ['descriptionmandatory', 'categorymandatory', 'invalidemail', 'invaliddateformat'] as const
const isOwn = (key: string): key is (typeof own)[number] => own.some(one => one === key)

/** The text of what keeps a deal from being saved. */
export const useDealErrors = () => {
  const { t, explain } = useText()
  return (error: unknown): string =>
    error instanceof ApiError && isOwn(error.key) ? t(`dealwriting.wrong.${error.key}`) : explain(error)
}

/** Nobody knows whether it has arrived. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.key === 'networkerror' || error.status >= 500)
