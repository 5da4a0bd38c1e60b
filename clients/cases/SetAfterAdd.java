/** add takes the element away that set would change. */
public class SetAfterAdd {
    static void fill(Object filler) {
        ItemList list = new ItemList();
        ItemList.ListItr items = list.new ListItr();
        items.next();
        items.add(filler);
        items.set(filler); // violation on every path
    }
}
