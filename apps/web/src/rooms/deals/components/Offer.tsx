import css from './Offer.module.css'

/** What neighbours get there. */
export const Offer = ({ id, text, size = 's' }: { id?: string; text: string; size?: 's' | 'l' }) => <span id={id} className={css.offer} data-size={size}>{text}</span>
