import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'

/** Fields that show their own errors; all other errors are shown above the form. */
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

/** Error keys that have a special text in this form. */
const ownKeys = ['descriptionmandatory', 'categorymandatory', 'invalidemail', 'invaliddateformat'] as const
const isOwnKey = (key: string): key is (typeof ownKeys)[number] => ownKeys.some(one => one === key)

export const useExplainDealError = () => {
  const { t, explain } = useText()
  return (error: unknown): string =>
    error instanceof ApiError && isOwnKey(error.key) ? t(`dealwriting.wrong.${error.key}`) : explain(error)
}
