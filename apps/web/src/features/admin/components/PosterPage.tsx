import type { Poster } from '@parvis/contract/admin.ts'
import { translateIn } from '#web/kernel/text/both-languages.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import lake from '../art/poster-lake.svg'
import css from './PosterPage.module.css'

export interface PosterPageProps {
  community: { name: string; logoUri: string | null; address: string | null; city: string | null }
  poster: Poster
  /** The registration key, printed for people who type the URL; null leaves it out. */
  writtenKey: string | null
  ink: 'colour' | 'black'
}

const stepsOf = (registers: boolean): readonly (readonly [IconName, 'scan' | 'register' | 'login' | 'hello'])[] => [
  ['scan-line', 'scan'],
  registers ? ['user-plus', 'register'] : ['log-in', 'login'],
  ['hand', 'hello'],
]

/** One A4 page for the entrance hall: French text large, English below, the QR code in the drawn doorway. */
export const PosterPage = ({ community, poster, writtenKey, ink }: PosterPageProps) => (
  <article className={css.page} data-paper data-ink={ink} lang="fr" aria-label={translateIn.fr('print.poster.label')}>
    <div>
      <h2>
        {translateIn.fr('print.poster.title')} <span>{translateIn.fr('print.poster.answer')}</span>
      </h2>
      <p className={css.sub} lang="en">
        {translateIn.en('print.poster.title')} {translateIn.en('print.poster.answer')}
      </p>
      <div className={css.arch}>
        <img src={lake} alt="" />
        <i className={css.mat} />
        <div className={css.code}>
          <QrCode value={poster.link} label={translateIn.fr('print.poster.code', { address: poster.address })} />
        </div>
      </div>
      <ol className={css.steps}>
        {stepsOf(poster.registers).map(([icon, key]) => (
          <li key={key}>
            <Icon name={icon} />
            <span>
              <b>{translateIn.fr(`print.poster.${key}`)}</b>
              <span lang="en">{translateIn.en(`print.poster.${key}`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <footer className={css.foot}>
        {community.logoUri && <img src={`${community.logoUri}/card`} alt="" />}
        <div>
          <b>{community.name}</b>
          {[community.address, community.city].filter(Boolean).join(', ')}
        </div>
        <div className={css.address}>
          <strong>{poster.address}</strong>
          {writtenKey && (
            <p>
              {translateIn.fr('print.poster.key')} <span lang="en">· {translateIn.en('print.poster.key')}</span>{' '}
              <mark>{writtenKey}</mark>
            </p>
          )}
        </div>
      </footer>
    </div>
  </article>
)
