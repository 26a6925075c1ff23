-- A word that no product on sale has goes with its spellings (docs/decisions/0010-one-wrong-letter.md): as they were made, so they go.
CREATE TRIGGER search_words_forgotten AFTER DELETE ON search_words BEGIN
  DELETE FROM search_spellings WHERE word = OLD.word AND near IN (
    SELECT substr(plain, 1, i.value - 1) || substr(plain, i.value + 1)
    FROM (SELECT iif(substr(sound, -1) IN ('s', 'x'), substr(sound, 1, length(sound) - 1), sound) AS plain
      FROM (SELECT replace(OLD.word, 'ph', 'f') AS sound) AS heard) AS spelled
    CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]') AS i WHERE i.value <= length(plain) + 1);
END;
