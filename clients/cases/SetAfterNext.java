/** next makes set and remove legal. */
public class SetAfterNext {
    static void fill(Object filler) {
        ItemList list = new ItemList();
        ItemList.ListItr items = list.new ListItr();
        items.next();
        items.set(filler);
        items.remove();
    }
}
