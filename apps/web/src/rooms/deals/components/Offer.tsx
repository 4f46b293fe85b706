import css from './Offer.module.css'

/** What neighbours get there. */
export const Offer = ({ text, size = 's' }: { text: string; size?: 's' | 'l' }) => <span className={css.offer} data-size={size}>{text}</span>
