import mark from './art/parvis.svg'
import css from './Wordmark.module.css'

const MARK_SIZE = 64

export const Wordmark = () => (
  <span className={css.wordmark}>
    <img src={mark} alt="" width={MARK_SIZE} height={MARK_SIZE} />
    Parvis
  </span>
)
