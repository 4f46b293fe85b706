import type { InformationPlace } from '@parvis/contract/information.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import css from './InformationContent.module.css'

/** Places and equipment of the community, with opening times. */
export const Places = ({ places }: { places: readonly InformationPlace[] }) => {
  const { t, language } = useText()
  if (places.length === 0) return null
  return (
    <Card as="section" aria-labelledby="places" className={css.block}>
      <h2 id="places" className={css.title}>
        {t('information.places')}
      </h2>
      <ul className={css.list}>
        {places.map(place => {
          const details = [textIn(language, place, 'openingTime'), textIn(language, place, 'description')]
          return (
            <li key={place._id} className={css.line}>
              <span dir="auto">
                <b>{textIn(language, place, 'name')}</b>
                {details.map(
                  (detail, at) =>
                    detail && (
                      <small key={at} className={css.times}>
                        <LinkedText text={detail} />
                      </small>
                    ),
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
