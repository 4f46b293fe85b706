/** Given names and surnames that go together, and how often that origin is met in the town. */
export interface Origin { weight: number; women: string[]; men: string[]; surnames: string[] }

export const origins: Origin[] = [
  {
    weight: 26,
    women: ['Camille', 'Jeannine', 'Anne-Sophie', 'Clotilde', 'Hélène', 'Margaux', 'Simone', 'Élise', 'Bérengère', 'Léonie', 'Paulette', 'Solène', 'Manon', 'Monique', 'Inès', 'Véronique', 'Françoise', 'Zoé', 'Noémie', 'Agnès', 'Capucine', 'Ghislaine'],
    men: ['Théo', 'Gérard', 'Lucas', 'Marcel', 'Hugo', 'Étienne', 'Jean-Luc', 'Baptiste', 'Raymond', 'Antonin', 'Noé', 'Jérôme', 'Cédric', 'Loïc', 'Bernard', 'Timothée', 'Grégoire', 'Achille', 'Rémi', 'Gaspard', 'Sylvain', 'François'],
    surnames: ['Vuillermoz', 'Pasquier', 'Girod', 'Avrillon', 'Métraz', 'Lathuille', 'Roussel', 'Chappuis', 'Bouvier', 'Favre', 'Mermillod', 'Excoffier', 'Perrissin', 'Duperthuy', 'Burnet', 'Collomb', 'Tissot', 'Blanchet', 'Fournier', 'Garnier', 'Déléan', 'Vibert', 'Chatelain', 'Moreau', 'Bonnefoy', 'Accambray'],
  },
  {
    weight: 7,
    women: ['Gwenaëlle', 'Maëlys', 'Enora', 'Nolwenn', 'Rozenn', 'Soazig'],
    men: ['Yann', 'Erwan', 'Goulven', 'Ronan', 'Malo', 'Tugdual'],
    surnames: ['Le Goff', 'Kerbrat', 'Le Bihan', 'Quéméneur', 'Guivarc’h', 'Tanguy', 'Riou'],
  },
  {
    weight: 3,
    women: ['Marie-Françoise', 'Anne-Élisabeth', 'Marie-Bernadette'],
    men: ['Jean-Christophe', 'Pierre-Emmanuel', 'Charles-Édouard'],
    surnames: ['Delacroix-Bontemps', 'de La Chapelle-Montgelaz', 'Vandenbroucke-Saint-Germain', 'Grosjean-Perrillat'],
  },
  {
    weight: 10,
    women: ['Nadia', 'Yasmine', 'Khadija', 'Salma', 'Fatima-Zohra', 'Leïla', 'Houria', 'Samira'],
    men: ['Mehdi', 'Nassim', 'Karim', 'Younès', 'Abdelkader', 'Rachid', 'Ilyès', 'Farid'],
    surnames: ['Benhamou', 'El Amrani', 'Bouzid', 'Cherkaoui', 'Haddad', 'Mansouri', 'Belkacem', 'Ben Youssef', 'Ouazzani'],
  },
  {
    weight: 7,
    women: ['Aïssatou', 'Aminata', 'Fatoumata', 'Adjoa', 'Mariama', 'Awa'],
    men: ['Oumar', 'Ibrahima', 'Koffi', 'Moussa', 'Sékou', 'Cheikh'],
    surnames: ['Traoré', 'N’Diaye', 'Diallo', 'Koné', 'Sarr', 'Mensah', 'Coulibaly', 'Ouédraogo'],
  },
  {
    weight: 6,
    women: ['Ngọc', 'Ngọc-Anh', 'Thảo', 'Phương', 'Linh', 'Mỹ-Duyên'],
    men: ['Minh', 'Đức', 'Tuấn', 'Quang-Huy', 'Bảo', 'Sơn'],
    surnames: ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Đỗ', 'Võ', 'Bùi'],
  },
  {
    weight: 7,
    women: ['Maria da Conceição', 'Joana', 'Inês', 'Catarina', 'Graça', 'Beatriz'],
    men: ['João', 'Tiago', 'Manuel', 'Rui', 'Gonçalo', 'Joaquim'],
    surnames: ['Gonçalves', 'Magalhães', 'Ferreira', 'da Silva', 'Simões', 'Carvalho', 'Araújo'],
  },
  {
    weight: 6,
    women: ['Elif', 'Zeynep', 'Gülşen', 'Ayşe', 'Defne'],
    men: ['Ömer', 'Emre', 'Çağlar', 'Yiğit', 'Mustafa'],
    surnames: ['Yılmaz', 'Öztürk', 'Şahin', 'Çelik', 'Doğan', 'Aydın'],
  },
  {
    weight: 5,
    women: ['Wanda', 'Małgorzata', 'Zofia', 'Agnieszka'],
    men: ['Łukasz', 'Paweł', 'Wojciech', 'Stanisław'],
    surnames: ['Wiśniewski', 'Kowalczyk', 'Zieliński', 'Dąbrowski', 'Jabłoński'],
  },
  {
    weight: 6,
    women: ['Chiara', 'Giulia', 'Donatella', 'Rosanna'],
    men: ['Matteo', 'Salvatore', 'Luca', 'Gianpaolo'],
    surnames: ['Bianchi', 'Dell’Acqua', 'Rinaldi', 'Costantini', 'Marchetti', 'Lombardi'],
  },
  {
    weight: 6,
    women: ['Imogen', 'Philippa', 'Rosie', 'Siobhán', 'Harriet'],
    men: ['Nigel', 'Callum', 'Rupert', 'Angus', 'Edmund'],
    surnames: ['Whitcombe', 'O’Sullivan', 'MacAllister', 'Thornbury', 'Pemberton', 'Ashdown'],
  },
  {
    weight: 5,
    women: ['Olena', 'Svitlana', 'Daria', 'Iryna'],
    men: ['Taras', 'Andriy', 'Mykola', 'Bohdan'],
    surnames: ['Shevchuk', 'Bondarenko', 'Kovalenko', 'Tkachuk', 'Lysenko'],
  },
  {
    weight: 4,
    women: ['Priya', 'Ananya', 'Mei', 'Haruka', 'Shirin'],
    men: ['Arjun', 'Vikram', 'Wei', 'Kenji', 'Navid'],
    surnames: ['Ramanathan', 'Chaudhary', 'Zhang', 'Fujimoto', 'Rostami', 'Li'],
  },
  {
    weight: 3,
    women: ['Lucía', 'Begoña', 'Ximena'],
    men: ['Joaquín', 'Íñigo', 'Álvaro'],
    surnames: ['Muñoz', 'Ibáñez', 'Echeverría', 'Peñalver'],
  },
  {
    weight: 2,
    women: ['Danièle', 'Marie-Josée', 'Gladys'],
    men: ['Jean-Hugues', 'Fabrice', 'Teddy'],
    surnames: ['Hoarau', 'Payet', 'Zébus', 'Célestine'],
  },
]

/** Given to whoever tells no gender. */
export const neutralNames = ['Alix', 'Charlie', 'Sacha', 'Lou', 'Dominique', 'Claude', 'Morgan', 'Andrea', 'Eden', 'Maxime', 'Noa', 'Swann']
