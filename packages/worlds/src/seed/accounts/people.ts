/** Names of one language, and how mail addresses write those that are not in Latin script. */
export interface Names {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly ascii?: Readonly<Record<string, string>>;
}

/** Where the people of a fictional company come from. */
export const PEOPLE: readonly Names[] = [
  {
    first: ['Amelia', 'Callum', 'Imogen', 'Rhys', 'Siobhán', 'Tobias', 'Winifred', 'Zachary'],
    last: ['Ashworth', 'Blackwood', 'Fairweather', 'MacLeod', "O'Connell", 'Pemberton', 'Whitlock'],
  },
  {
    first: ['Anneliese', 'Björn', 'Friederike', 'Jürgen', 'Lieselotte', 'Matthias'],
    last: ['Achterberg', 'Grünwald', 'Kröger', 'Lindenbaum', 'Schäfer', 'Vogelsang'],
  },
  {
    first: ['Aurélie', 'Benoît', 'Clémence', 'Étienne', 'Maëlle', 'Théo'],
    last: ['Beauchêne', 'Delacroix', 'Fontaine', 'Lefèvre', 'Montagné', 'Rousselot'],
  },
  {
    first: ['Begoña', 'Iñaki', 'Joaquín', 'Lucía', 'Núria', 'Rubén'],
    last: ['Castañeda', 'Echeverría', 'Fernández', 'Ibáñez', 'Muñoz', 'Quiñones'],
  },
  {
    first: ['Beatriz', 'Conceição', 'João', 'Inês', 'Thiago', 'Vitória'],
    last: ['Albuquerque', 'Conceição', 'Guimarães', 'Magalhães', 'Simões', 'Vasconcelos'],
  },
  {
    first: ['Agnieszka', 'Bożena', 'Grzegorz', 'Łukasz', 'Małgorzata', 'Zbigniew'],
    // Surnames that women and men share, here and below.
    last: ['Dudek', 'Gołąb', 'Kołodziej', 'Ślązak', 'Wójcik', 'Żuraw'],
  },
  {
    first: ['Çağla', 'Emre', 'Gökçe', 'İpek', 'Oğuz', 'Şebnem'],
    last: ['Aydoğan', 'Çelik', 'Güneş', 'Özdemir', 'Şahin', 'Yıldız'],
  },
  {
    first: ['Åse', 'Eirik', 'Ingrid', 'Jørgen', 'Søren', 'Þóra'],
    last: ['Ångström', 'Bjørnstad', 'Blöndal', 'Kjærgaard', 'Østergaard', 'Sørensen'],
  },
  {
    first: ['Ananya', 'Devendra', 'Ishaan', 'Kavitha', 'Priyanka', 'Rohan'],
    last: ['Bhattacharya', 'Chaudhary', 'Iyer', 'Krishnamurthy', 'Mukherjee', 'Venkataraman'],
  },
  {
    first: ['Adaeze', 'Chidi', 'Folasade', 'Kwame', 'Ngozi', 'Sipho'],
    last: ['Adeyemi', 'Dlamini', 'Mensah', 'Nwachukwu', 'Okonkwo', 'Oyelaran'],
  },
  {
    first: ['Anh', 'Đức', 'Hương', 'Linh', 'Quỳnh', 'Tuấn'],
    last: ['Đặng', 'Hoàng', 'Lê', 'Nguyễn', 'Phạm', 'Trần'],
  },
  {
    first: ['結衣', '翔太', '美咲', '大輝'],
    last: ['佐藤', '渡辺', '中村', '小林'],
    ascii: {
      結衣: 'yui',
      翔太: 'shota',
      美咲: 'misaki',
      大輝: 'daiki',
      佐藤: 'sato',
      渡辺: 'watanabe',
      中村: 'nakamura',
      小林: 'kobayashi',
    },
  },
  {
    first: ['Олена', 'Дмитро', 'Катерина', 'Ярослав'],
    last: ['Шевчук', 'Бондаренко', 'Кравець', 'Поліщук'],
    ascii: {
      Олена: 'olena',
      Дмитро: 'dmytro',
      Катерина: 'kateryna',
      Ярослав: 'yaroslav',
      Шевчук: 'shevchuk',
      Бондаренко: 'bondarenko',
      Кравець: 'kravets',
      Поліщук: 'polishchuk',
    },
  },
  {
    first: ['ليلى', 'يوسف', 'مريم', 'كريم'],
    last: ['الحداد', 'منصور', 'خليل', 'النجار'],
    ascii: {
      ليلى: 'layla',
      يوسف: 'yusuf',
      مريم: 'maryam',
      كريم: 'karim',
      الحداد: 'alhaddad',
      منصور: 'mansour',
      خليل: 'khalil',
      النجار: 'alnajjar',
    },
  },
];
