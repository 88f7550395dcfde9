/** Has flaws of two kinds: one that the audit fixes by itself, one that it only reports. */
export const FLAWED_FILE = `const { exec } = require("node:child_process");

exports.list = function list(folder, done) {
  if (folder == "") return done([]);
  exec("ls " + folder, (error, output) => {
    done(output.split("\\n"));
  });
};
`;

export const DRAFTS = [
  `function total(rows) {
  var sum = 0;
  for (var i = 0; i <= rows.length; i++) sum += rows[i].price;
  try { audit(sum); } catch (e) {}
  return eval("sum * 1.19");
}`,
  `function total(rows) {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += rows[i].price;
  try { audit(sum); } catch (e) {}
  return sum * 1.19;
}`,
  `function total(rows) {
  const sum = rows.reduce((added, { price }) => added + price, 0);
  audit(sum);
  return sum * 1.19;
}`,
];
