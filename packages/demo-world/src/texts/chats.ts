import { withFrenchSpaces } from './bilingual.ts'

/** One message of a conversation. */
export interface ChatLine {
  by: 'me' | 'them'
  text: string
  minutesAgo: number
  /** A shared location, in degrees. */
  place?: { latitude: number; longitude: number }
}

export interface DemoChat {
  /** The pseudos of demo accounts; without `with`, the other person is some member of the community. */
  me: string
  with?: string
  lines: ChatLine[]
  /** How many of the last messages `me` has not read yet. */
  unreadCount: number
}

const HOUR = 60
const DAY = 24 * HOUR

const me = (minutesAgo: number, text: string): ChatLine => ({ by: 'me', text: withFrenchSpaces(text), minutesAgo })
const them = (minutesAgo: number, text: string): ChatLine => ({ by: 'them', text: withFrenchSpaces(text), minutesAgo })

const camille = 'camille.roussel'

/** Conversations between neighbours, most of them in French, some in English. */
export const chats: DemoChat[] = [
  {
    me: camille,
    with: 'mehdi.b',
    unreadCount: 2,
    lines: [
      them(DAY + 5 * HOUR, 'Salut Camille ! Tu as toujours besoin d’un coup de main pour l’étagère ?'),
      me(DAY + 4 * HOUR + 50, 'Oh oui, avec plaisir. Samedi matin, ça t’irait ?'),
      them(DAY + 4 * HOUR + 47, 'Samedi à dix heures, parfait. J’apporte la perceuse et les chevilles.'),
      me(DAY + 4 * HOUR + 45, 'Merci ! Je fais le café.'),
      {
        ...them(DAY + 4 * HOUR + 40, 'Au fait, on installe les tables ici, à l’ombre :'),
        place: { latitude: 45.89874, longitude: 6.12868 },
      },
      me(3 * HOUR, 'Vu. Je viens avec mes deux garçons. Il manque des chaises ?'),
      them(26, 'Deux seraient parfaites.'),
      them(25, 'Et la salade, si tu as le temps !'),
    ],
  },
  {
    me: camille,
    with: 'sophie-accueil',
    unreadCount: 0,
    lines: [
      me(2 * DAY, 'Bonjour, la clé du local à vélos est restée chez moi, je la dépose où ?'),
      them(2 * DAY - 40, 'Bonjour, à l’accueil jusqu’à 18 h, ou dans la boîte à lettres du bâtiment A.'),
      me(DAY + 2 * HOUR, 'C’est fait, elle est dans la boîte.'),
      them(DAY + HOUR, 'Bien reçue, merci beaucoup !'),
    ],
  },
  {
    me: camille,
    unreadCount: 1,
    lines: [them(5 * HOUR, 'Merci pour votre accueil, à très bientôt dans l’escalier !')],
  },
  {
    me: camille,
    unreadCount: 0,
    lines: [
      me(3 * DAY + 2 * HOUR, 'Hello! Are the board games still on for Thursday?'),
      them(3 * DAY + HOUR, 'Yes, at eight in the common room. Bring a friend if you like.'),
      me(3 * DAY + HOUR - 4, 'Great, there will be two of us.'),
      them(3 * DAY, 'The more the merrier. See you there!'),
    ],
  },
  {
    me: camille,
    unreadCount: 0,
    lines: [
      them(5 * DAY, 'Vos tomates sont une merveille. Vous les prenez au marché du mardi ?'),
      me(5 * DAY - 30, 'Oui, chez la dame au chapeau, tout au bout vers le lac.'),
      them(5 * DAY - 32, 'J’y vais mardi. Merci !'),
    ],
  },
  {
    me: camille,
    unreadCount: 0,
    lines: [
      them(8 * DAY, 'Bonsoir, le colis pour vous est chez moi, bâtiment C, 3e.'),
      me(8 * DAY - 55, 'Merci, je passe dans dix minutes.'),
      me(8 * DAY - 70, 'Et voilà, encore merci !'),
    ],
  },
  {
    me: 'mehdi.b',
    unreadCount: 1,
    lines: [
      them(2 * DAY + 3 * HOUR, 'Bonjour Mehdi, tu fais aussi les portes qui coincent ?'),
      me(2 * DAY + 2 * HOUR, 'Bien sûr. Elle coince en haut ou en bas ?'),
      them(HOUR + 10, 'En bas. Depuis qu’il pleut.'),
    ],
  },
]

/** Messages for the group chats of posts, written in turn by the author and those who answered. */
export const groupLines: readonly (readonly string[])[] = [
  ['La table est sortie ! Qui a des chaises ?', 'J’en ai deux, pliantes.', 'Et moi le pain. À tout à l’heure !'],
  ['On se retrouve devant le bâtiment B.', 'Parfait, je viens avec mon fils.'],
  ['Who comes by bike?', 'Me. I have a spare tube, too.', 'See you at the gate then.'],
].map(lines => lines.map(withFrenchSpaces))
